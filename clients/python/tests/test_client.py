"""
Against a live server: SERVER_URL, LOSSY_URL (see test/clients/lossy-proxy.ts), COMMUNITY_ID, COMMUNITY_KEY, FORM_ID (a
form with the question `why`, to which 101 may apply).
"""

import json
import os
import time
import unittest
from typing import Any
from unittest import mock

from community_management import ApiError, Client, NoAnswerError
from community_management.client import Reply


def connect(base_url: str, key: str = os.environ["COMMUNITY_KEY"]) -> Client:
    return Client(base_url, key, os.environ["COMMUNITY_ID"], timeout_seconds=20)


client = connect(os.environ["SERVER_URL"])
# the first answer of each request is lost after it was done
lossy = connect(os.environ["LOSSY_URL"] + "/lost")


class ClientTest(unittest.TestCase):
    def test_reads_a_member(self) -> None:
        answer = client.get_member("101")
        self.assertEqual((answer.status, answer.data["userId"], answer.data["username"]), (200, "101", "Member101"))
        self.assertTrue(answer.headers["x-request-id"])

    def test_raises_errors_of_the_api_with_their_code(self) -> None:
        with self.assertRaises(ApiError) as caught:
            client.award_medal("101", {"name": "Unknown"})
        error = caught.exception
        self.assertEqual((error.code, error.status, error.maybe_done), ("medal_not_found", 404, False))
        self.assertTrue(error.request_id)
        with self.assertRaises(ApiError):
            connect(os.environ["SERVER_URL"], "cmk_wrong").get_member("101")

    def test_strips_the_key_and_never_repeats_it(self) -> None:
        stripped = Client(os.environ["SERVER_URL"], f" {os.environ['COMMUNITY_KEY']}\n", f"{os.environ['COMMUNITY_ID']}\r\n")
        self.assertEqual(stripped.get_member("101").data["userId"], "101")
        for key in ("", " ", "cmk_a\ncmk_b", "cmk_ключ", "cmk_a\u200b", "cmk_a b"):
            with self.assertRaises(ValueError) as raised:
                connect("http://127.0.0.1:1", key)
            self.assertNotRegex(str(raised.exception), "cmk_a|ключ")
            self.assertIn("key", str(raised.exception))

    def test_encodes_path_values(self) -> None:
        client.create_medal({"name": "C/D? ä"})
        self.assertEqual(client.get_medal("C/D? ä").data["name"], "C/D? ä")

    def test_iterates_over_the_items_of_all_pages(self) -> None:
        for user_id in ("101", "102", "103", "104"):
            client.get_member(user_id)
        ids = [member["userId"] for member in client.each(client.list_members, limit="2")]
        self.assertEqual(ids[:4], ["101", "102", "103", "104"])
        page = client.list_members(limit="1", fields=["experience", "rank"])
        self.assertEqual(sorted(page.data[0]), ["experience", "rank", "userId", "username"])
        self.assertGreaterEqual(len(list(client.each(client.list_audit_entries, limit="2"))), 4)
        forms = [form["applicationId"] for form in client.each(client.list_applications)]
        self.assertEqual(forms, [os.environ["FORM_ID"]])

    def test_repeats_a_read_and_a_repeatable_award_of_which_the_answer_was_lost(self) -> None:
        self.assertEqual(lossy.get_member("102").data["userId"], "102")
        client.create_medal({"name": "Twice asked"})
        data = lossy.award_medal("102", {"name": "Twice asked"}).data
        self.assertEqual([(medal["name"], medal["count"]) for medal in data["medals"]], [("Twice asked", 1)])

    def test_does_not_repeat_an_award_of_experience_of_which_the_answer_was_lost(self) -> None:
        before = client.get_member("101").data["experience"]
        with self.assertRaises(NoAnswerError):
            lossy.change_experience("101", {"op": "increment", "amount": 7})
        self.assertEqual(client.get_member("101").data["experience"], before + 7)

    def test_awards_once_although_the_answer_was_lost(self) -> None:
        before = client.get_member("101").data["experience"]
        outcome = lossy.award({"userId": "101", "experience": {"op": "increment", "amount": 9}})
        self.assertEqual(outcome["member"]["experience"], before + 9)
        self.assertEqual(client.get_member("101").data["experience"], before + 9)
        with self.assertRaises(ApiError) as caught:
            client.award({"userId": "101", "medals": ["Unknown"]})
        self.assertEqual((caught.exception.code, caught.exception.maybe_done), ("medal_not_found", False))

    def test_repeats_a_change_only_if_the_code_says_that_nothing_was_done(self) -> None:
        committed = {"committed": ["experience"]}
        for status, code, details, expected in (
            (429, "provider-rejected-429", {}, 2),
            (503, "scheduler-disabled", {}, 2),
            (429, "provider-rejected-429", committed, 1),
            (429, "not_known_yet", {}, 1),
            (503, "dependency_unavailable", {}, 1),
        ):
            body = json.dumps({"error": {"code": code, "message": "", "details": details}}).encode()
            told = Client("http://unused", "k", "c", max_attempts=2)
            with mock.patch.object(told, "_send", return_value=Reply(status, {"retry-after": "0"}, body)) as send:
                with self.assertRaises(ApiError):
                    told.change_experience("101", {"op": "increment", "amount": 5})
            self.assertEqual((code, send.call_count), (code, expected))

    def test_submits_one_rank_change_although_the_answer_was_lost(self) -> None:
        client.sync_ranks()
        answer = lossy.submit_rank_operation({"userId": "104", "rankId": 10})
        self.assertEqual(answer.headers["idempotent-replayed"], "true")
        ended = client.wait_for_operation(answer.data["id"], timeout_seconds=20)
        self.assertEqual(ended["status"], "succeeded")

    def test_promotes_one_step_although_the_answers_were_lost(self) -> None:
        client.sync_ranks()
        ended = lossy.change_rank({"userId": "103", "move": "promote"}, timeout_seconds=20)
        self.assertEqual(ended["status"], "succeeded")
        self.assertEqual(client.get_member("103").data["rank"]["rankId"], 10)

    def test_submits_one_response_and_decides_it_once_although_the_answers_were_lost(self) -> None:
        form = os.environ["FORM_ID"]
        submission: Any = {"userId": "101", "version": 1, "answers": {"why": "I like to fly."}}
        self.assertEqual(lossy.submit_application(form, submission)["status"], "Pending")
        responses = list(client.each(client.list_responses, form))
        self.assertEqual([(one["userId"], one["revision"]) for one in responses], [("101", 1)])
        with self.assertRaises(ApiError) as duplicate:
            client.submit_application(form, submission)
        self.assertEqual(duplicate.exception.code, "duplicate_submission")
        response = responses[0]["responseId"]
        decided = lossy.review(form, response, {"revision": 1, "status": "Passed"})
        self.assertEqual((decided["status"], decided["revision"]), ("Passed", 2))
        with self.assertRaises(ApiError) as other:
            client.review(form, response, {"revision": 1, "status": "Failed"})
        self.assertIn(other.exception.code, ("response_already_reviewed", "revision_conflict"))
        self.assertEqual(client.get_response(form, response).data["status"], "Passed")

    def test_creates_one_record_although_the_answer_was_lost(self) -> None:
        created = lossy.create_warning({"userId": "103", "reason": "Answer lost", "points": 1})
        self.assertEqual(created.headers["idempotent-replayed"], "true")
        warnings = list(client.each(client.list_warnings, user_id="103"))
        self.assertEqual([warning["reason"] for warning in warnings], ["Answer lost"])

    def test_waits_for_retry_after(self) -> None:
        start = time.monotonic()
        connect(os.environ["LOSSY_URL"] + "/throttled").change_experience("103", {"op": "set", "amount": 2})
        self.assertGreaterEqual(time.monotonic() - start, 1)

    def test_tells_an_answer_of_something_else_from_errors_of_the_api(self) -> None:
        with self.assertRaises(NoAnswerError) as caught:
            connect(os.environ["LOSSY_URL"] + "/html").change_experience("103", {"op": "set", "amount": 2})
        self.assertEqual(caught.exception.status, 502)


if __name__ == "__main__":
    unittest.main()
