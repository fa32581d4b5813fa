// Calls a live server with the generated Java client: Java 17, no packages.
import communitymanagementapi.Client;
import java.util.List;

public final class Live {
    private static void check(boolean holds, String what) {
        if (!holds) throw new IllegalStateException(what);
    }

    /** The idempotency key is a setting of the client that other routes reject, so operations use a separate client. */
    private static Client.Config config() {
        var auth = new Client.Auth().bearer(System.getenv("COMMUNITY_KEY"));
        auth.apiKey("communityId", System.getenv("COMMUNITY_ID"));
        return new Client.Config().serverUrl(System.getenv("SERVER_URL")).auth(auth);
    }

    public static void main(String[] args) throws InterruptedException {
        Client client = new Client(config());
        var member = client.getMember("brambleton42", new Client.GetMemberParams().by(Client.UserIdKind.USERNAME)).data2();
        check(member.userId().equals("530662918"), "a member by username");
        var points = new Client.BatchPoints(Client.PointsOperation.INCREMENT, 5L);
        var entry = new Client.BatchEntry(530662918L, null, points, null, null, null);
        var batch = new Client.AwardBatchRequest("java", List.of(entry));
        client.awardBatch(batch);
        check(client.awardBatch(batch).meta().replayed(), "a repeated batch");
        var after = client.getMember("530662918", null).data2();
        check(after.experience() == member.experience() + 5, "awarded once");

        Client operations = new Client(config().idempotencyKey(() -> "java"));
        var change = new Client.RankOperationRequest("530662918", null, null, 10L, null, null, null);
        var operation = operations.submitRankOperation(change).data2();
        for (int attempt = 0; !ended(operation) && attempt < 100; attempt++) {
            Thread.sleep(50);
            operation = client.getPlatformOperation(operation.id()).data2();
        }
        check(ended(operation), "the rank change: " + operation.status());
        read(client, after.experience());
        write(client);
        try {
            client.getMember("nobody-here", null);
            throw new IllegalStateException("a userId that is not a number was accepted");
        } catch (Client.ApiException refusal) {
            check(refusal.status == 400, "an error with its status");
        }
        System.out.println("live");
    }

    private static void read(Client client, long experience) {
        check(client.listRanks().data2().size() > 1, "the ranks");
        var fields = List.of(Client.MemberField.EXPERIENCE, Client.MemberField.RANK);
        var listed = client.listMembers(new Client.ListMembersParams().minExperience(experience).fields(fields)).data2().get(0);
        check(listed.experience() >= experience && listed.medals() == null, "a list with two fields");
        var found = client.lookUpMembers(new Client.MemberLookupRequest(List.of(530662918L, "999"), null, fields)).data2();
        check(found.members().get(0).userId().equals("530662918"), "a lookup");
        check(found.missing().userIds().get(0).equals("999"), "what no member has");
        var top = client.getLeaderboard(new Client.GetLeaderboardParams().fields(List.of(Client.LeaderboardField.EXPERIENCE)));
        check(top.data2().get(0).experience() >= experience, "the leaderboard");
        check(client.getKey().data2().scopes().contains("members.read"), "the key");
    }

    private static void write(Client client) {
        check(client.createMedal(new Client.AwardCreate("java", null, null)).data2().name().equals("java"), "a new medal");
        check(!client.getMedal("java").data2().archived(), "a medal");
        var options = List.of(new Client.OptionInput(null, "yes"), new Client.OptionInput(null, "no"));
        List<Client.QuestionInput> questions = List.of(
            new Client.TextQuestionInput(null, "short", "Why?", null, null),
            new Client.ChoiceQuestionInput(null, "single", "Up?", null, null, options, null));
        var definition = new Client.DefinitionInput("java", null, null, questions, null, null, null, null);
        var form = client.createApplication(new Client.ApplicationCreate(definition, null)).data2();
        var configured = client.getApplicationConfiguration(form.applicationId()).data2().definition().questions();
        check(configured.get(1) instanceof Client.KeyedChoiceQuestion, "a question of its type");
    }

    private static boolean ended(Client.PlatformOperation operation) {
        return operation.status() == Client.PlatformOperationStatus.SUCCEEDED;
    }
}
