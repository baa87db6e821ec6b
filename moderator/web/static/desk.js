// The desk works without this file. Here: ← and → go through the turns, and a board that is wider than the window shows
// where it goes on, and can be seen whole.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("textarea, input, select, .map")) return;
  const wanted = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = wanted && document.querySelector(`.scrubber a[rel=${wanted}]`);
  if (link) link.click();
});

for (const frame of document.querySelectorAll(".frame")) {
  const [map, sizes] = [frame.querySelector(".map"), frame.querySelector(".sizes")];
  const [button] = sizes.children;
  const look = () => {
    const beyond = map.scrollWidth - map.clientWidth;
    frame.classList.toggle("goes-left", map.scrollLeft > 2);
    frame.classList.toggle("goes-right", map.scrollLeft < beyond - 2);
    sizes.hidden = beyond <= 2 && !frame.classList.contains("whole");
  };
  const turn = (isWhole) => {
    frame.classList.toggle("whole", isWhole);
    button.textContent = isWhole ? button.dataset.large : button.dataset.whole;
    look();
  };
  button.addEventListener("click", () => {
    turn(!frame.classList.contains("whole"));
    sessionStorage.setItem("board", frame.classList.contains("whole") ? "whole" : "");
  });
  if (sessionStorage.getItem("board")) turn(true);
  map.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(map);
  look();
}
