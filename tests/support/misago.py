"""A real Misago on loopback, in a virtual environment of its own, with PostgreSQL on a socket; else why there is none.

Misago pins some seventy libraries, so it lives beside ours: ``make proof`` makes ``.venv-misago``. Its wheel brings a
whole site (``devproject``), which wants Redis and a worker; here tasks run within the request.
"""

import json
import os
import secrets
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from tests.support import postgres

ROOT = Path(__file__).parents[2]
MODERATOR, PASSWORD = "Moderator", "Pass-word-2026"
_UP = 60.0

_SETTINGS = """
from devproject.settings import *
import os
HERE = os.environ["FORUM_DIR"]
SECRET_KEY = os.environ["FORUM_SECRET"]
DEBUG = False
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "misago", "USER": "pbem",
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
from django.urls import re_path
from django.views.static import serve
import devproject.urls as site
urlpatterns = [*site.urlpatterns,
               re_path(r"^media/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}),
               re_path(r"^static/(?P<path>.*)$", serve, {"document_root": settings.STATIC_ROOT})]
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


def _python() -> Path:
    return Path(os.environ.get("MISAGO_VENV") or ROOT / ".venv-misago") / "bin" / "python"


def missing() -> str:
    """Return why no Misago can be started here, or an empty text if one can."""
    if not _python().exists():
        return "there is no .venv-misago; make proof makes it, with a Python from 3.10 to 3.12"
    return postgres.missing()


class MisagoServer:
    """A running forum with a category, the moderator's account, and others."""

    def __init__(self, folder: Path, database: str, names: Sequence[str]) -> None:
        self._folder = folder
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
        told = {"names": [MODERATOR, *names], "password": PASSWORD, "moderator": MODERATOR}
        made = self.shell(_PEOPLE, json.dumps(told))
        self.category = int(made.split("CATEGORY ")[1])
        self._process = self._start(port)

    def shell(self, code: str, told: str = "") -> str:
        """Run code beside the forum, and return what it prints."""
        return self._run("-c", code, told=told)

    def stop(self) -> None:
        """Stop the forum."""
        self._process.terminate()
        self._process.wait(10)

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
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def _start(self, port: int) -> "subprocess.Popen[bytes]":
        words = [str(_python()), "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}"]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - as above
                words, cwd=self._folder, env=self._env, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + _UP
        while not _answers(f"{self.url}/healthcheck/"):
            assert process.poll() is None, (self._folder / "log").read_text()[-2000:]
            assert time.monotonic() < until, "the forum does not answer"
            time.sleep(0.2)
        return process


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=_UP) as answer:  # noqa: S310 - http on loopback
            found: Any = answer.status
            return bool(found == 200)
    except OSError:
        return False


@contextmanager
def server(folder: Path, names: Sequence[str]) -> Iterator[MisagoServer]:
    """Start a forum with members of these names, all with PASSWORD, and stop it."""
    with postgres.cluster() as url:
        running = MisagoServer(folder, postgres.database(url, "misago"), names)
        try:
            yield running
        finally:
            running.stop()
