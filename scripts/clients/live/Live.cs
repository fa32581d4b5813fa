// Compiled with the generated client, to check the types of its calls.
using System.Collections.Generic;
using System.Net.Http;
using System.Threading.Tasks;
using CommunityManagement;

public static class Live
{
    public static async Task<string> Run(string url, string key, string community)
    {
        var client = new Client(new HttpClient(), url, key, community);
        MemberFetched member = await client.GetMemberAsync("530662918");
        var entry = new BatchEntry
        {
            UserId = member.Data.UserId,
            Experience = new BatchPoints { Op = "increment", Amount = 5 },
        };
        var batch = new AwardBatchRequest { BatchId = "round-1", Entries = new List<BatchEntry> { entry } };
        AwardBatchAnswer answer = await client.AwardBatchAsync(batch);
        var change = new RankOperationRequest { UserId = "530662918", RankId = 10 };
        PlatformOperationAnswer operation = await client.SubmitRankOperationAsync("key-1", change);
        try
        {
            await client.GetMemberAsync("unknown", "username");
        }
        catch (ApiException refusal)
        {
            return refusal.Error.Code + answer.Meta.Succeeded + operation.Data.Status + refusal.RetryAfterSeconds;
        }
        return "";
    }
}
