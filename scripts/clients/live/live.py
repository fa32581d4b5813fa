"""Calls a live server with the generated Python client."""
import os
import time

from client import ApiError, AwardBatchRequest, BatchEntry, BatchPoints, Client, RankOperationRequest

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

try:
    client.get_member("nobody-here")
    raise AssertionError("a userId that is not a number was accepted")
except ApiError as refusal:
    assert refusal.status == 400 and refusal.body["error"]["code"] == "validation_failed", refusal.body
print("live")
