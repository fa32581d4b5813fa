"""Reads scenarios (scenarios.ts) from the standard input, and prints one JSON line per scenario: {"id", "outcome"}."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from community_management import ApiError, Client, NoAnswerError

INCREMENT: Any = {"op": "increment", "amount": 150}


def act(client: Client, action: str, user_id: str) -> str:
    if action == "award":
        client.award({"userId": user_id, "experience": INCREMENT})
    elif action == "changeExperience":
        client.change_experience(user_id, INCREMENT)
    elif action == "promoteMember":
        client.promote_member(user_id)
    else:
        operation = client.change_rank({"userId": user_id, "move": "promote"})
        if operation["status"] != "succeeded":
            return f"{operation['status']}: {(operation['error'] or {}).get('code')}"
    return "done"


def outcome_of(scenario: dict[str, str]) -> str:
    client = Client(scenario["baseUrl"], scenario["key"], scenario["communityId"])
    try:
        return act(client, scenario["action"], scenario["userId"])
    except (ApiError, NoAnswerError) as error:
        return getattr(error, "code", "no answer") + ("?" if error.maybe_done else "")


with ThreadPoolExecutor(20) as pool:
    scenarios = json.load(sys.stdin)
    for one, outcome in zip(scenarios, pool.map(outcome_of, scenarios)):
        print(json.dumps({"id": one["id"], "outcome": outcome}))
