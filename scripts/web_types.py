"""The browser's types, from the models of what goes over the wire. Needs what Cutcard needs, and Node as `web.py` does.

    python scripts/web_types.py    writes web/schema.json and web/src/net/schema.d.ts

What is said over HTTP and over the socket alike is in it, so that nothing is written down twice.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from cutcard.server.http import (
    catalogue_messages,
    client_messages,
    lesson_messages,
    puzzle_messages,
    review_messages,
    scene_messages,
    server_messages,
    you_messages,
)

sys.path.insert(0, str(Path(__file__).parent))
web = importlib.import_module("web")

SCHEMA = "schema.json"
MODULES = (
    scene_messages, client_messages, server_messages, catalogue_messages, lesson_messages, review_messages,
    puzzle_messages, you_messages,
)  # fmt: skip
MESSAGES: dict[str, TypeAdapter[Any]] = {
    "ServerMessage": server_messages.SERVER_MESSAGE,
    "ClientMessage": client_messages.CLIENT_MESSAGE,
}
"""What may be said over the socket, each of several kinds."""


class Untitled(GenerateJsonSchema):
    """A field has its name already."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> dict[str, Any]:
    """An OpenAPI page of the models alone. A field with a default need not be sent, so it may be missing."""
    adapters: dict[str, TypeAdapter[Any]] = {model.__name__: TypeAdapter(model) for model in models()} | MESSAGES
    asked = [(name, "validation", adapter) for name, adapter in adapters.items()]
    place = "#/components/schemas/{model}"
    made, shared = TypeAdapter.json_schemas(asked, ref_template=place, schema_generator=Untitled)  # type: ignore[arg-type]
    found = {**shared["$defs"], **{name: made[name, "validation"] for name in MESSAGES}}
    for name, said in descriptions().items():
        for field, text in said.items():
            found[name]["properties"][field]["description"] = text
    return {
        "openapi": "3.1.0",
        "info": {"title": "What goes over the wire", "version": "1"},
        "paths": {},
        "components": {"schemas": {name: found[name] for name in sorted(found)}},
    }


def models() -> list[type[BaseModel]]:
    """All that the modules declare."""
    named = {name: one for module in MODULES for name, one in vars(module).items()}.values()
    return [
        one
        for one in named
        if isinstance(one, type)
        and issubclass(one, BaseModel)
        and one not in (BaseModel, client_messages.FromClient, scene_messages.FromServer)
    ]


def descriptions() -> dict[str, dict[str, str]]:
    """What is written under each field, by its model. Pydantic could read it too, but at every start of the server."""
    trees = [ast.parse(inspect.getsource(module)) for module in MODULES]
    bodies = {node.name: node.body for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}
    return {name: dict(_described(body)) for name, body in bodies.items()}


def _described(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, text


def text_of(page: dict[str, Any]) -> str:
    return json.dumps(page, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    project = web.Web()
    (project.sources / SCHEMA).write_text(text_of(schema()))
    try:
        project.types()
    except web.WebError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
