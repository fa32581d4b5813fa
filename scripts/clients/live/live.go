// Calls a live server with the generated Go client, which uses the standard library only.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"live/client"
)

func check(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// The idempotency key is a setting of the client that other routes reject, so operations use a separate client.
func config() client.Config {
	return client.Config{ServerURL: os.Getenv("SERVER_URL"), Auth: client.Auth{
		Bearer: func() string { return os.Getenv("COMMUNITY_KEY") },
		APIKey: map[string]func() string{"communityId": func() string { return os.Getenv("COMMUNITY_ID") }},
	}}
}

func main() {
	ctx := context.Background()
	api := client.New(config())
	by := client.UserIdKindUsername
	member := must(api.GetMember(ctx, "brambleton42", &client.GetMemberParams{By: &by}))
	check(member.Data.UserId == "530662918", "a member by username")
	points := &client.BatchPoints{Op: "increment", Amount: 5}
	entries := []client.BatchEntry{{UserId: 530662918, Experience: points}}
	batch := client.AwardBatchRequest{BatchId: "go", Entries: entries}
	must(api.AwardBatch(ctx, batch))
	check(must(api.AwardBatch(ctx, batch)).Meta.Replayed, "a repeated batch")
	after := must(api.GetMember(ctx, "530662918", nil))
	check(after.Data.Experience == member.Data.Experience+5, "awarded once")

	keyed := config()
	keyed.IdempotencyKey = func() string { return "go" }
	var rank client.RankIdInput = 50
	change := client.RankOperationRequest{UserId: "530662918", RankId: &rank}
	operation := must(client.New(keyed).SubmitRankOperation(ctx, change)).Data
	for attempt := 0; operation.Status != "succeeded" && attempt < 100; attempt++ {
		time.Sleep(50 * time.Millisecond)
		operation = must(api.GetPlatformOperation(ctx, operation.Id)).Data
	}
	check(operation.Status == "succeeded", "the rank change: "+string(operation.Status))
	check(len(must(api.ListRanks(ctx)).Data) > 1, "the ranks")
	experience := member.Data.Experience + 5
	fields := []client.MemberField{client.MemberFieldExperience, client.MemberFieldRank}
	page := must(api.ListMembers(ctx, &client.ListMembersParams{MinExperience: &experience, Fields: &fields}))
	check(*page.Data[0].Experience >= 5 && page.Data[0].Medals == nil, "a list with two fields")
	lookUp := client.MemberLookupRequest{UserIds: []client.UserIdInput{530662918, 999}, Fields: fields}
	found := must(api.LookUpMembers(ctx, lookUp)).Data
	check(found.Members[0].UserId == "530662918" && found.Missing.UserIds[0] == "999", "a lookup")
	entry := []client.LeaderboardField{client.LeaderboardFieldExperience}
	top := must(api.GetLeaderboard(ctx, &client.GetLeaderboardParams{Fields: &entry}))
	check(*top.Data[0].Experience >= experience, "the leaderboard")
	check(must(api.GetKey(ctx)).Data.Name != "", "the key")
	check(must(api.CreateMedal(ctx, client.AwardCreate{Name: "go"})).Data.Name == "go", "a new medal")
	check(!must(api.GetMedal(ctx, "go")).Data.Archived, "a medal")
	questions := []client.QuestionInput{
		client.TextQuestionInput{Type_: "short", Title: "Why?"},
		client.ChoiceQuestionInput{
			Type_: "single", Title: "Up?", Options: []client.OptionInput{{Label: "yes"}, {Label: "no"}},
		},
	}
	definition := client.DefinitionInput{Name: "go", Questions: questions}
	form := must(api.CreateApplication(ctx, client.ApplicationCreate{Definition: definition})).Data
	check(form.QuestionCount == 2, "a form with two kinds of questions")
	_, err := api.GetMember(ctx, "nobody-here", nil)
	var refusal *client.APIError
	check(errors.As(err, &refusal) && refusal.Status == 400, "an error with its status")
	fmt.Println("live")
}
