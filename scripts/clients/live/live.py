"""Calls a live server with the generated Python client."""
import os
import time

from client import (
    ApiError, ApplicationCreate, AwardBatchRequest, AwardCreate, BatchEntry, BatchPoints, ChoiceQuestionInput, Client,
    DefinitionInput, MemberLookupRequest, OptionInput, RankOperationRequest, TextQuestionInput,
)

client = Client(
    os.environ["SERVER_URL"],
    auth={"bearer": os.environ["COMMUNITY_KEY"], "apiKey": {"communityId": os.environ["COMMUNITY_ID"]}},
)

member = client.get_member("brambleton42", by="username")
assert member.data.user_id == "530662918", member

points = BatchPoints(op="increment", amount=5)
batch = AwardBatchRequest(batch_id="python", entries=[BatchEntry(user_id=530662918, experience=points)])
first = client.award_batch(batch)
again = client.award_batch(batch)
assert first.meta.succeeded == 1 and again.meta.replayed, again
assert client.get_member("530662918").data.experience == member.data.experience + 5

change = RankOperationRequest(user_id=530662918, rank_id=50)
operation = client.submit_rank_operation(change, headers={"Idempotency-Key": "python"}).data
for _ in range(100):
    if operation.status == "succeeded":
        break
    time.sleep(0.05)
    operation = client.get_platform_operation(operation.id).data
assert operation.status == "succeeded", operation

assert len(client.list_ranks().data) > 1
listed = client.list_members(min_experience=member.data.experience + 5, fields=["experience", "rank"]).data
assert listed[0].experience >= 5 and listed[0].medals is None, listed
found = client.look_up_members(MemberLookupRequest(user_ids=[530662918, 999], fields=["experience"])).data
assert (found.members[0].user_id, found.missing.user_ids) == ("530662918", ["999"]), found
assert client.get_leaderboard(limit=1, fields=["experience"]).data[0].place == 1
assert "members.read" in client.get_key().data.scopes
assert client.create_medal(AwardCreate(name="python")).data.name == "python"
assert client.get_medal("python").data.archived is False
questions = [
    TextQuestionInput(type_="short", title="Why?"),
    ChoiceQuestionInput(type_="single", title="Up?", options=[OptionInput(label="yes"), OptionInput(label="no")]),
]
form = client.create_application(ApplicationCreate(definition=DefinitionInput(name="python", questions=questions))).data
assert form.question_count == 2, form
kinds = client.get_application_configuration(form.application_id).data.definition.questions
assert [type(question).__name__ for question in kinds] == ["TextQuestion", "KeyedChoiceQuestion"], kinds

try:
    client.get_member("nobody-here")
    raise AssertionError("a userId that is not a number was accepted")
except ApiError as refusal:
    assert refusal.status == 400 and refusal.body["error"]["code"] == "validation_failed", refusal.body
print("live")
