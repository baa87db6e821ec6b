"""A real Misago on loopback, in a virtual environment of its own, with PostgreSQL on a socket; else why there is none.

Misago pins some seventy libraries, so it lives beside ours: the Makefile makes ``.venv-misago``. Its wheel brings a
whole site (``devproject``), which wants Redis and a worker; here tasks run within the request.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from sqlalchemy import make_url

from contrib.forum_demo import postgres
from moderator.core.errors import ModeratorError

MODERATOR = "Moderator"
"""The account of the moderator."""
PASSWORD = "Pass-word-2026"  # noqa: S105 - of a forum on loopback that lives for minutes
"""What everybody logs in with, if nothing else is said."""
_UP = 60.0
_SUITABLE = ("python3.12", "python3.11", "python3.10")

_SETTINGS = """
from devproject.settings import *
import os
HERE = os.environ["FORUM_DIR"]
SECRET_KEY = os.environ["FORUM_SECRET"]
DEBUG = False
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "postgres", "USER": "pbem",
                         "PASSWORD": "", "HOST": os.environ["FORUM_SOCKET"]}}
INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "debug_toolbar"]
MIDDLEWARE = [each for each in MIDDLEWARE if not each.startswith("debug_toolbar")]
ROOT_URLCONF = "site_urls"
STATIC_ROOT, MEDIA_ROOT = HERE + "/static", HERE + "/media"
MISAGO_USER_DATA_DOWNLOADS_WORKING_DIR, MISAGO_AVATAR_GALLERY = HERE + "/userdata", HERE + "/avatars"
MISAGO_ADDRESS = "http://127.0.0.1:" + os.environ["FORUM_PORT"]
CELERY_TASK_ALWAYS_EAGER, CELERY_BROKER_URL = True, "memory://"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
"""
_URLS = """
from django.conf import settings
from django.contrib.staticfiles.views import serve as serve_static
from django.urls import re_path
from django.views.static import serve
import devproject.urls as site
urlpatterns = [*site.urlpatterns,
               re_path(r"^media/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}),
               re_path(r"^static/(?P<path>.*)$", serve_static, {"insecure": True})]
handler403, handler404 = site.handler403, site.handler404
"""
_PEOPLE = """
import json, sys, django
django.setup()
from django.contrib.auth import get_user_model
from misago.acl.cache import clear_acl_cache
from misago.acl.models import Role
from misago.cache.versions import get_cache_versions
from misago.categories.models import Category, CategoryRole, RoleCategoryACL
from misago.conf.dynamicsettings import DynamicSettings
from misago.users.setupnewuser import setup_new_user
told, settings = json.loads(sys.stdin.read()), DynamicSettings(get_cache_versions())
made = {}
for name in told["names"]:
    user = get_user_model().objects.create_user(name, name.lower() + "@forum.test", told["password"])
    setup_new_user(settings, user)
    made[name] = user
    if name == told["moderator"]:
        role = Role.objects.create(name="Moderator of games", permissions={
            "misago.threads.permissions.threads": {"can_omit_flood_protection": True},
            "misago.threads.permissions.attachments": {"max_attachment_size": 8192},
            "misago.threads.permissions.privatethreads": {
                "can_use_private_threads": True, "can_start_private_threads": True,
                "max_private_thread_participants": 15, "can_add_everyone_to_private_threads": True}})
        user.roles.add(role); user.update_acl_key(); user.save()
        root = Category.objects.root_category()
        for category in Category.objects.filter(level__gt=0, tree_id=root.tree_id):
            RoleCategoryACL.objects.create(
                role=role, category=category, category_role=CategoryRole.objects.get(name="Moderator"))
clear_acl_cache()
root = Category.objects.root_category()
print("CATEGORY", Category.objects.filter(level__gt=0, tree_id=root.tree_id).first().pk)
"""


class MisagoError(ModeratorError):
    """The forum did not start; the text says why."""


def _python() -> Path:
    return Path(os.environ.get("MISAGO_VENV") or ".venv-misago").absolute() / "bin" / "python"


def missing() -> str:
    """Return why no Misago can be started here, with what mends it, or an empty text if one can."""
    if _python().exists():
        return postgres.missing()
    if any(map(shutil.which, _SUITABLE)):
        return "Misago is not installed here: make .venv-misago/ready"
    return "Misago wants Python 3.10, 3.11 or 3.12, and there is none here: uv python install 3.12"


class MisagoServer:
    """A running forum with a category, the moderator's account, and others."""

    def __init__(self, folder: Path, database: str, names: Sequence[str], password: str) -> None:
        self._folder, self.password, self.moderator = folder, password, MODERATOR
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._env = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "FORUM_DIR": str(folder),
            "FORUM_SECRET": secrets.token_hex(16),
            "FORUM_PORT": str(port),
            "FORUM_SOCKET": str(make_url(database).query["host"]),
            "DJANGO_SETTINGS_MODULE": "site_settings",
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        (folder / "site_settings.py").write_text(_SETTINGS)
        (folder / "site_urls.py").write_text(_URLS)
        self._run("-m", "django", "migrate", "--noinput", "-v0")
        told = {"names": [MODERATOR, *names], "password": password, "moderator": MODERATOR}
        made = self.shell(_PEOPLE, json.dumps(told))
        self.category = int(made.split("CATEGORY ")[1])
        self._process = self._start(port)

    def shell(self, code: str, told: str = "") -> str:
        """Run code beside the forum, and return what it prints."""
        return self._run("-c", code, told=told)

    def stop(self) -> None:
        """Stop the forum."""
        _end(self._process)

    def start(self) -> None:
        """Start it again at the same address."""
        self._process = self._start(int(self._env["FORUM_PORT"]))

    def _run(self, *words: str, told: str = "") -> str:
        done = subprocess.run(  # noqa: S603 - our own words
            [str(_python()), *words],
            cwd=self._folder,
            env=self._env,
            input=told,
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise MisagoError(f"Misago did not do what it was told: {done.stderr[-2000:]}")
        return done.stdout

    def _start(self, port: int) -> "subprocess.Popen[bytes]":
        words = [str(_python()), "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}"]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - as above
                words, cwd=self._folder, env=self._env, stdout=log, stderr=log, start_new_session=True
            )
        try:
            self._wait(process)
        except BaseException:
            _end(process)
            raise
        return process

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        """Return once the forum answers."""
        until = time.monotonic() + _UP
        while not _answers(f"{self.url}/healthcheck/"):
            if process.poll() is not None or time.monotonic() > until:
                raise MisagoError(f"Misago does not answer: {(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.2)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=_UP).is_success
    except httpx.TransportError:
        return False


@contextmanager
def server(folder: Path, names: Sequence[str], password: str = PASSWORD) -> Iterator[MisagoServer]:
    """Start a forum with members of these names, who all log in with one password, and stop it."""
    with postgres.cluster() as database:
        running = MisagoServer(folder, database, names, password)
        try:
            yield running
        finally:
            running.stop()
