// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v2/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Returns one page of the community's members. Pass `meta.nextCursor` as `cursor`, with the same sort and filters, to get
         *     the next page; it is null on the last one. The page contains stored data: the platform is not called. A page ends
         *     early when its members have 5,000 medals and qualifications in total.
         *
         *     Without a sort, members are ordered by user id. All filters combine with each other and with each sort. A page looks at
         *     1,000 members at most, so a filtered page may have fewer members than `limit`, or none, and still have a `nextCursor`:
         *     read on until it is null. `minExperience` and `maxExperience` are fast with `sort=experience`, `changedSince` with
         *     `sort=updatedAt`, the other filters without a sort: members outside of these are not looked at.
         *
         *     With `sort=updatedAt` and `changedSince`, a client keeps a copy of all members up to date. A change is listed when it
         *     is committed, so begin each time one minute before the last time. Read the audit log to get every single change.
         *
         *     `name` finds members by a part of their name. Alone, it lists those first whose username begins with it, then those
         *     whose display name does, then the others that contain it, and looks at 10,000 members for these; a text of digits also finds
         *     the member with this user id, first. It searches stored names: an account that is in the group but was never fetched is no
         *     member yet, and `getMember` with `by=username` makes it one.
         *
         *     `total` counts the members that match the filters. Where the first page is not all of them, it looks at 1,000 members at most:
         *     those with the medal, or else with the qualification, the rank, the experience, the time of the change, or else all; without a
         *     filter it counts up to 10,000. If there are more, `exact` is false, and `count` is how many of these match.
         *
         *     `fields` selects the properties of the members. Leave `medals` and `qualifications` out if you do not need them: they
         *     are then not read, and do not end a page early.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a member
         * @description Returns one member. A platform account that is not a member yet becomes one.
         *
         *     When the stored profile is older than the deployment's staleness window, or with `refresh`, the profile is
         *     synced from the platform and AutoRank runs before the response. Without `refresh`, the fetch of a known member does
         *     not fail with the platform: it returns the stored profile and reports this in `meta.sync`. A `refresh` fails with
         *     the platform's error.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/experience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a member's experience
         * @description Increments, decrements or sets the member's experience, writes an audit entry and runs AutoRank. `increment` and
         *     `decrement` are clamped to the community's award limit per call; `set` is not. `meta` has the result.
         *
         *     An answer says what becomes of the rank. In none of these cases award again:
         *
         *     | Answer | The experience | The rank |
         *     | --- | --- | --- |
         *     | 200, `meta.autoRank.outcome` `changed`, `unchanged` or `skipped` | is stored | is decided |
         *     | 200, `queued` | is stored | follows: the change did not succeed in the time of the request, and tries for an hour (`operationId`) |
         *     | 504 `outcome-pending-check-status` with `details.committed` | is stored | was sent, and its outcome is not known yet: read the operation of `Location` |
         *     | another error with `details.committed: [experience, rank]` | is stored | was changed in part; the rest follows |
         *     | 503 `dependency_unavailable` with `details.committed: [experience]` | is stored | may follow: the database did not answer whether it is queued |
         *     | another error with `details.committed: [experience]` | is stored | nothing follows; the next award or sync decides again |
         *     | an error without `details.committed` | see the `effect` of its code | as the experience |
         */
        post: operations["changeExperience"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/quota-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a member's quota points
         * @description Increments, decrements or sets the member's quota points and writes an audit entry. Quota points are never
         *     negative. `increment` and `decrement` are clamped to the community's award limit per call; `set` is not.
         */
        post: operations["changeQuotaPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a member's rank
         * @description Assigns the rank to the member on the platform, and responds when the platform shows it. Identify the rank by exactly
         *     one of `rankUniqueId` (the role resource id) and `rankId` (the rank number). If the member already has the rank, the
         *     request succeeds without a write. Guest (0) and owner (255) cannot be assigned.
         */
        put: operations["setMemberRank"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/rank/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a member
         * @description Moves the member to the next higher rank by rank number, from the current rank on the platform. At the highest
         *     assignable rank the response is 409 `rank_limit_reached`. Has no body.
         */
        post: operations["promoteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/rank/demote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Demote a member
         * @description Moves the member to the next lower rank by rank number, from the current rank on the platform. At the lowest
         *     assignable rank the response is 409 `rank_limit_reached`. Has no body.
         */
        post: operations["demoteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/medals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award a medal
         * @description Awards the medal. If the member already has it, nothing changes, even at the limit. A member can have 1,000 medal
         *     occurrences in total; another one gets 409 `medal_limit_reached`, and a removal frees slots. An archived medal
         *     cannot be awarded (409 `medal_archived`). A medal with a role is awarded only within the bounds of the caller (403
         *     `rank_out_of_bounds`).
         */
        post: operations["awardMedal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/medals/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a medal
         * @description Removes all occurrences of the medal from the member. If the member does not have it, nothing changes. An account
         *     that is not a member gets 404 `member_not_found`: a removal does not create a member. A medal whose role goes with it is
         *     removed only within the bounds of the caller (403 `rank_out_of_bounds`).
         */
        delete: operations["removeMedal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award a qualification
         * @description Awards the qualification. If the member already has it, nothing changes. An archived qualification cannot be awarded
         *     (409 `qualification_archived`). A qualification with a role is awarded only within the bounds of the caller (403
         *     `rank_out_of_bounds`).
         */
        post: operations["awardQualification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/qualifications/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a qualification
         * @description Removes the qualification from the member. If the member does not have it, nothing changes. An account that is not a
         *     member gets 404 `member_not_found`: a removal does not create a member. A qualification whose role goes with it is
         *     removed only within the bounds of the caller (403 `rank_out_of_bounds`).
         */
        delete: operations["removeQualification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/ranks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ranks
         * @description Returns all ranks of the community, ordered by rank number, as last synced from the platform. `autoRank` is the
         *     experience from which AutoRank assigns the rank; `assignable` is false for guest (0) and owner (255).
         */
        get: operations["listRanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List application forms
         * @description One page of the community's forms, newest first, without questions, answer keys and passwords. Pass `data.nextCursor` as
         *     `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Create an application form
         * @description Creates version 1 of a form. The server generates absent ids of questions and options. Automatic grading
         *     (`grading.passPercentage`) requires active Pro access, at least one choice question, and an answer key on every choice
         *     question.
         */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List application templates
         * @description One page of up to 20 templates, newest first, each with its complete definition including answer keys. A page ends early
         *     once its definitions reach 1 MiB; it holds at least one template, and `nextCursor` is null only on the last page.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Save an application template
         * @description Stores a snapshot of a definition that can be used as the definition of a new form. It is stored closed, without passwords,
         *     responses or join requirements. To change a template, save a new one and delete the old one.
         */
        post: operations["saveTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an application template
         * @description Deletes a template. Forms created from it are not affected.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a form
         * @description Creates an independent closed form of version 1 from the current definition. Passwords, responses and join requirements
         *     are not copied.
         */
        post: operations["duplicateApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a form's metadata
         * @description The form without questions, answer keys and passwords.
         */
        get: operations["getApplication"];
        /**
         * Update a form
         * @description Stores a complete definition as the next version. If `version` is not the current version, the response is 409
         *     `version_conflict` and nothing changes. Earlier versions, responses and passes are kept. Omit `password` to keep it; send
         *     a string to replace it, or null or `removePassword: true` to remove it. An account may submit once per version. A version
         *     that changes only the state or the password counts as the version before it, so accounts cannot submit again after a form
         *     is closed and opened.
         */
        put: operations["updateApplication"];
        post?: never;
        /**
         * Delete a form
         * @description Closes and deletes a form. Its responses stay readable. Its definitions are kept for 32 days, so that `createReversal` can bring it back,
         *     and count as stored until then. Send the current version as `version` in the body or in the query.
         *     A required form cannot be deleted.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a form's configuration
         * @description The editable configuration with answer keys and the current version, without the password.
         */
        get: operations["getApplicationConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a form for a player
         * @description Checks the player's access and returns the questions of the current version without answer keys, and in `submittedVersion`
         *     whether the account submitted already. `userId` is the global
         *     platform user id of a player whom the trusted server has authenticated. Open, submit and status together are limited to 20
         *     requests per minute and key.
         */
        post: operations["openApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List responses
         * @description One page of responses, newest first. They stay readable after the form was deleted.
         */
        get: operations["listResponses"];
        put?: never;
        /**
         * Submit a response
         * @description Submits the player's answers to the version that the player was shown. `answers` maps question ids to a string for a text
         *     question and to an array of option ids for a choice question. An account may submit once per version. Do not submit without
         *     the player's explicit consent. After an uncertain outcome, read the status before repeating the request. A form with
         *     automatic grading decides immediately and sends the same notification and direct message as a review. For an applicant who is
         *     not a member, `username` and `displayName` are null in this answer: the service resolves them afterwards, and the status has
         *     them a moment later.
         */
        post: operations["submitResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a player's result
         * @description Checks the same access as open, but also for a closed form, and returns the player's latest result or null. `passed` is the
         *     latest pass, which is kept when the player submits again. Results contain no answers, scores, answer keys or staff notes.
         */
        post: operations["getApplicationStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/responses/{responseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a response
         * @description A response with its question snapshots, answers, score and private notes, without answer keys, password hashes and
         *     chat-platform ids. It stays readable after the form was deleted. Each successful read writes an audit entry,
         *     `application.response.read`, with the ids of the form and the response.
         */
        get: operations["getResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applications/{applicationId}/responses/{responseId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a response
         * @description Decides a pending response. `revision` must be its current revision. The decision is attributed to the API key. With
         *     `X-On-Behalf-Of`, a pass is 403 `rank_out_of_bounds` when the form gives a rank or role that the member may not give. It adds a
         *     notification with the feedback (`listNotifications`) and queues a direct message to the chat account that submitted, with a link to
         *     the result. A private note is never returned to the applicant.
         */
        post: operations["reviewResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/ranks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a rank change
         * @description Queues a rank change and responds before the platform is called. The change is executed exactly once, in the order of
         *     acceptance for each member, survives restarts, and always reaches a final state: read the returned operation until its
         *     `status` is `succeeded`, `failed` or `cancelled`.
         *
         *     Identify the rank by exactly one of `rankUniqueId`, `rankId` and `move`. An operation that is not sent within
         *     `deadlineSeconds` is cancelled. `supersede` cancels the queued rank changes of the same member in favour of this one.
         *
         *     An account that is not yet a member, or is identified by username, is accepted during an outage or throttling of the
         *     platform and resolved before dispatch; until then `userId` is null if only the name is known. If the account does not
         *     exist, the operation fails with `member_not_found` or `username_changed`.
         *
         *     What takes a rank counts against `takesPerHourLimit`. For a person it counts when it is accepted, whatever becomes of it:
         *     beyond the number the answer is 429 `rate_limit_exceeded` with `details.confirmWith`, nothing is queued, and the same request
         *     with `X-Confirmed` is accepted and counts nothing. An operation of a key is accepted and counted when it is sent: beyond the
         *     number it waits (`waitingFor` is `rate_limit_exceeded`), as that of a person whose stored record did not show the take, and
         *     its deadline may cancel it.
         */
        post: operations["submitRankOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/member-lookups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up many members
         * @description Returns up to 100 members by user id, by username or both, in one request: a game server reads all its players at once.
         *     Changes nothing.
         *
         *     The answer has stored data: the platform is not called and no account becomes a member. Ids and names that no stored
         *     member has are in `missing`. A player who is missing by name may be a member whose name was not read or has changed: use
         *     `getMember` with `by=username` for that one. Members are ordered by user id, each once.
         *
         *     `fields` selects the properties of the members; `userId` and `username` are always present. Leave `medals` and
         *     `qualifications` out if you do not need them: they are then not read. When the members have more than 5,000 medals and
         *     qualifications in total, the others are in `remaining`; send these ids in another request.
         */
        post: operations["lookUpMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the top of the leaderboard
         * @description Returns the members with the most experience and their places. Members with the same experience have the same place; the
         *     place after them is skipped as often. The places are exact. `GET /v2/members?sort=experience&order=desc` lists further
         *     members, without places.
         */
        get: operations["getLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/leaderboard/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member's place on the leaderboard
         * @description Returns the place of a member, and the members around it with their places. A place is one more than the number of
         *     members with more experience.
         *
         *     Communities with more than 1,000 members are counted every five minutes, and a place is computed from the last count and
         *     the members near it: `meta.countedAt` has its time. It is null where no count was needed, for smaller communities and
         *     the first thousand members: then places are exact. A place is null when more than 10,000 members are to be counted,
         *     which happens until a large community is counted for the first time.
         */
        get: operations["getLeaderboardPlace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{userId}/auto-rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain AutoRank
         * @description Returns what AutoRank would do with the member now, and why, with AutoRank's own rule and the stored data: nothing is
         *     changed, no member is created, and the platform is not called. `by=username` therefore finds a member only by the name
         *     last synced. The actual result can differ because of the state of the platform, such as a rank changed there since
         *     the last sync, or an outage.
         *
         *     `outcome` is `move` when the next experience write or sync would start a rank change, `unchanged` when there is nothing
         *     to do, and `skipped` when AutoRank does not apply. Values of `reason`:
         *
         *     - `move`: `threshold_met`.
         *     - `unchanged`: `already_there`; or `below_ladder`, the experience reaches no threshold.
         *     - `skipped`: `not_connected`, the community has no platform connection; `disabled`, AutoRank is off; `no_ladder`, no rank has
         *       a threshold; `not_in_group`; `outside_ladder`, the member's rank has no threshold and is above the lowest one that has;
         *       `demotion_not_allowed`, `target` is lower and the community does not allow demotion; `suspended`; `blacklisted`;
         *       `platform_cloud_reconnect_required`, a change is due but the connection must be restored first.
         */
        get: operations["explainAutoRank"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/ranks/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync ranks from the platform
         * @description Reads the group's roles from the platform now, stores them and returns the ranks; the server does the same every ten
         *     minutes. Roles keep their AutoRank thresholds when their name or number changes; the threshold of a removed role is
         *     deleted. `meta` has the numbers of changes; updated member counts are not counted as changes. Has no body.
         */
        post: operations["syncRanks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/ranks/{uniqueId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rank
         * @description Returns one rank, as last synced from the platform.
         */
        get: operations["getRank"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Declare a role a rank, set its threshold
         * @description Declares whether the role is a rank, which rank changes give and take, or a role beside the ranks, which they never
         *     touch. Until a role is declared none, every assignable role is a rank, and the rank of a member that holds several is
         *     not changed (`rank_ambiguous`). Once one is declared, a role that appears on the platform later is no rank until it
         *     is declared one.
         *
         *     Sets the experience from which AutoRank assigns the rank, or removes the threshold. Setting one also needs
         *     `members.ranks.write` and the feature `rank-management`, because AutoRank then assigns the rank. No member is moved by
         *     this request; AutoRank runs when a member's experience changes or the profile is synced. Guest (0) and owner (255)
         *     cannot have a threshold.
         *
         *     With `assignable: false`, people alone give the role: sessions of the staff and the operator. A key that gives it by any
         *     way, also by a form, an event, an award or a suspension, gets 409 `rank_not_assignable`; it may still take it away, and the
         *     end of a suspension gives it back. AutoRank never gives it, so such a rank takes no threshold. Who has `ranks.write`
         *     may send it, and `true` only a person and the operator (403 `authority_exceeded`).
         *
         *     A higher rank may require no more experience than a lower one, because thresholds are edited one at a time and the
         *     platform may reorder roles. A role with a threshold is a rank: setting one declares it. AutoRank then assigns the higher rank at once and never the lower one; `meta.unreachable`
         *     has all such lower ranks after the change.
         */
        patch: operations["updateRank"];
        trace?: never;
    };
    "/v2/auto-rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the AutoRank settings
         * @description Returns whether AutoRank is on in this community, and whether it may demote. The thresholds are part of the ranks
         *     (`listRanks`).
         */
        get: operations["getAutoRankSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the AutoRank settings
         * @description Changes the given settings. While AutoRank is off, experience writes and fetches change no rank and return `skipped` with
         *     the reason `disabled`; thresholds stay. A change takes effect on every process of the deployment within a second.
         *     Switching either setting on also needs `members.ranks.write` and the feature `rank-management`.
         */
        patch: operations["updateAutoRankSettings"];
        trace?: never;
    };
    "/v2/auto-rank/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview thresholds
         * @description Returns how many members AutoRank would promote and demote with these thresholds, from which rank to which, before they are
         *     set. It uses AutoRank's own rule and the stored data, as `explainAutoRank` does for one member: nothing is changed, and the
         *     platform is not called. Thresholds and settings that the request does not name stay as they are.
         *
         *     Setting a threshold (`updateRank`) moves nobody by itself. AutoRank moves each member at the next change of the member's
         *     experience, or when the profile is synced: `getMember` with `refresh=true`, or with a profile that is stale. A member with
         *     neither keeps the rank. `alreadyDue` counts the members that AutoRank moves to the same rank without the change too.
         *
         *     A threshold makes a role a rank (`newRanks`): rank changes then give and take it, and whoever holds it has it as the rank, unless
         *     they hold a higher one. `moves` counts these members from that rank.
         *
         *     The server reads all members of the community, and for one preview of a community at a time: others get 503 `server_busy`.
         */
        post: operations["previewAutoRank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/medals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List medals
         * @description Returns one page of the community's medals, ordered by name. Archived ones are excluded unless `archived` includes
         *     them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. The number of holders is not
         *     included: maintaining a counter would serialize concurrent awards.
         */
        get: operations["listMedals"];
        put?: never;
        /**
         * Create a medal
         * @description Creates a medal. Names are unique in the community, including those of archived medals, and are compared
         *     exactly.
         *
         *     With `roleUniqueId`, the medal is bound to a role that is no rank: awarding it queues `role.assign` for the member, and
         *     removing it `role.unassign`, unless the member holds another award with the role. The award does not wait for the role and is
         *     kept when it fails. Binding needs `members.roles.write` too; awarding then does not.
         */
        post: operations["createMedal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/medals/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a medal
         * @description Returns a medal by name, archived or not.
         */
        get: operations["getMedal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename, describe, archive or restore a medal
         * @description Changes only the given properties. Members keep the medal and the time of the award. A new name applies at once
         *     everywhere. An archived medal stays with its holders and can be removed from them, but cannot be awarded (409
         *     `medal_archived`) until `archived: false` restores it. An empty `description` clears it. A request without a change
         *     succeeds without an audit entry.
         *
         *     `roleUniqueId` binds the medal to a role, and `removeRole` unbinds it, from then on: current holders keep what they have. A
         *     bound role cannot be declared a rank (409 `role_bound`). While `singleRank` makes every role a rank, or when the group no longer
         *     has the role, none is given or taken.
         */
        patch: operations["updateMedal"];
        trace?: never;
    };
    "/v2/qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List qualifications
         * @description Returns one page of the community's qualifications, ordered by name. Archived ones are excluded unless `archived` includes
         *     them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. The number of holders is not
         *     included: maintaining a counter would serialize concurrent awards.
         */
        get: operations["listQualifications"];
        put?: never;
        /**
         * Create a qualification
         * @description Creates a qualification. Names are unique in the community, including those of archived qualifications, and are compared
         *     exactly.
         *
         *     With `roleUniqueId`, the qualification is bound to a role that is no rank: awarding it queues `role.assign` for the member, and
         *     removing it `role.unassign`, unless the member holds another award with the role. The award does not wait for the role and is
         *     kept when it fails. Binding needs `members.roles.write` too; awarding then does not.
         */
        post: operations["createQualification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/qualifications/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a qualification
         * @description Returns a qualification by name, archived or not.
         */
        get: operations["getQualification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename, describe, archive or restore a qualification
         * @description Changes only the given properties. Members keep the qualification and the time of the award. A new name applies at once
         *     everywhere. An archived qualification stays with its holders and can be removed from them, but cannot be awarded (409
         *     `qualification_archived`) until `archived: false` restores it. An empty `description` clears it. A request without a
         *     change succeeds without an audit entry.
         *
         *     `roleUniqueId` binds the qualification to a role, and `removeRole` unbinds it, from then on: current holders keep what they have. A
         *     bound role cannot be declared a rank (409 `role_bound`). While `singleRank` makes every role a rank, or when the group no longer
         *     has the role, none is given or taken.
         */
        patch: operations["updateQualification"];
        trace?: never;
    };
    "/v2/join-requirements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which forms are required to join
         * @description The forms that are required to join the community. A required form is open, and can be neither closed nor deleted.
         */
        get: operations["getJoinRequirements"];
        /**
         * Set which forms are required to join
         * @description Replaces the list of forms that are required to join: those that are missing in it are no longer required, and may be closed and deleted. An
         *     empty list requires none. Each form of the list must be open. The audit log has an entry for each form that changed.
         */
        put: operations["setJoinRequirements"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applicants/{userId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the forms for a player
         * @description One page of the forms that are open, and of those to which the account submitted, newest first. The account must be linked and
         *     may be neither restricted nor blacklisted, as for `openApplication`. The eligibility for a form is checked when it is opened. `response` has no feedback,
         *     and is null for a form with a password: `getApplicationStatus` has both.
         */
        get: operations["listApplicantForms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications
         * @description One page of the notifications of the staff, newest first. Each decision on a response makes one, also a decision by automatic grading; a response
         *     that waits for a review makes none. A key or a person that went beyond its takes an hour makes one an hour, which callers with
         *     `audit.read` see. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List responses to all forms
         * @description One page of the responses to all forms of the community, also to deleted ones: the queue of what waits for a review, or with
         *     `userId` what one account has submitted. With `total`, `meta.forms` counts the responses to each of the newest 100 forms that
         *     have some, whatever `applicationId` selects.
         */
        get: operations["listAllResponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List platform operations
         * @description Returns one page of the community's operations on the platform, newest first: rank changes, roles and decisions on join
         *     requests. Operations stay listed for 30 days after their end. `waitingFor` says why an operation that has not ended waits.
         *     Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listPlatformOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give or take a role beside the ranks
         * @description Queues the assignment (`assign`) or the removal (`unassign`) of a role that is no rank, such as Moderator or VIP, and
         *     responds before the platform is called. It is an operation of the same queue as a rank change: executed exactly once, in
         *     the order of acceptance for each member, and read, cancelled and reported in the same way. No other role of the member is
         *     given or taken.
         *
         *     Only a role with `managed: false` is accepted; a rank gets 409 `role_is_rank`. Suspensions do not concern these roles. A
         *     blacklisted account gets none: the operation fails with `member_blacklisted`. An operation that is not sent within
         *     `deadlineSeconds` is cancelled. `supersede` cancels the queued operations for the same member and role in favour of this one.
         *
         *     To read an operation with `getPlatformOperation`, the key needs `members.ranks.write`. A key without it sends the same
         *     request with the same `Idempotency-Key`, which answers the operation as it is then.
         *
         *     `unassign` counts against `takesPerHourLimit` as in `submitRankOperation`: a person beyond it is asked to confirm, and an
         *     operation of a key waits.
         */
        post: operations["submitRoleOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/join-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a decision on a join request
         * @description Queues the acceptance or the decline of a request to join the group, and responds before the platform is called. It is an operation
         *     of the queue of rank changes, with the same guarantees; its kind is `join.accept` or `join.decline`. `supersede` cancels queued decisions on
         *     the same account.
         */
        post: operations["submitJoinOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a platform operation
         * @description Returns the status and the history of an operation. Operations stay readable for 30 days after their end. Needs `members.ranks.write`, or
         *     the scope of the kind: `members.roles.write` for `role.*`, `joins.write` for `join.*`, `suspensions.write` for `rank.suspend` and
         *     `rank.restore`.
         */
        get: operations["getPlatformOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/{operationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a platform operation
         * @description Cancels a queued operation of which nothing was sent; it does not run later. Has no body. Needs the scope of the kind:
         *     `members.ranks.write`, `members.roles.write` for `role.*`, `joins.write` for `join.*`, `suspensions.write` for `rank.suspend` and
         *     `rank.restore`.
         */
        post: operations["cancelPlatformOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-operations/{operationId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a platform operation
         * @description Queues a failed or cancelled operation again, as a new operation of the caller with a deadline of five minutes. A promotion or
         *     demotion keeps the target that was resolved before, so a retry never promotes twice; without one, it starts from the member's
         *     rank now. AutoRank decides again. An operation is retried once: after that, retry the retry. A suspension is not retried. Has no
         *     body. Needs the scope of the kind: `members.ranks.write`, `members.roles.write` for `role.*`, `joins.write` for `join.*`. What it
         *     takes counts as in `submitRankOperation`.
         */
        post: operations["retryPlatformOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ids of an account
         * @description Returns the ids that the account has in other domains, at most 100, the last reported first. An account without any has an
         *     empty list.
         */
        get: operations["listIdentities"];
        /**
         * Report many ids
         * @description Reports up to 100 ids of one domain, for example the players of a game server that starts. Each entry is as in `reportIdentity` and has
         *     a result of its own: one that fails does not stop the others. An id may occur once.
         */
        put: operations["reportIdentities"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/identities/{domain}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an id of a domain
         * @description Returns the account that has the id in the domain. With `state: pending` or `conflict` the id was reported, and it is not known whose it
         *     is.
         */
        get: operations["getIdentity"];
        /**
         * Report an id of a domain
         * @description A game server reports the id, the name and the display name of a player who joins. `domain` is the universe, the application or the group
         *     in which the player has the id: `universe-4242`. From then on the id resolves without the platform.
         *
         *     The account is the one with `groupUserId` if the report has it. Otherwise it is found by the username: a member or an earlier
         *     report with this name that is not older than a profile may be, or a member with both the name and the id; then the platform is
         *     asked. If it is not found or the platform does not answer, the report is stored with `state: pending`, and the next report tries again.
         *
         *     An id whose account is known keeps it, also when the name changes. An account has at most one id in a domain: a report of
         *     another one is refused with 409 `identity_conflict`, and the operator decides (`npm run admin -- identity list`).
         */
        put: operations["reportIdentity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Link many accounts
         * @description Links up to 100 accounts, for example the members that a chat bot knows. Each entry is as in `setVerification` and has a result
         *     of its own: one that fails does not stop the others. An account may occur once.
         */
        put: operations["setVerifications"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/verifications/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the chat account of a platform account
         * @description Returns the chat account that the platform account is linked to. With `source: server` the operator linked it for every community,
         *     and `chatUserId` is null: an API key does not see what was not entered in its community.
         */
        get: operations["getVerification"];
        /**
         * Link an account to its chat account
         * @description Links a platform account to an account of the chat platform in this community, so that the player can apply. The caller must know that
         *     both belong to the same person, for example because the chat bot verified it; otherwise use a code (`createLinkCode`).
         *
         *     An account that is linked to another chat account is not changed: 409 `account_linked`. With `transfer: true` it is linked to the new
         *     one; the applicant then no longer sees the feedback of earlier responses. The same link again changes nothing. An account that the
         *     operator linked for every community also needs `transfer: true`. A chat account may have several platform accounts.
         */
        put: operations["setVerification"];
        post?: never;
        /**
         * Unlink an account
         * @description Removes the link that was made in this community. The account cannot apply until it is linked again; responses stay. Without such a
         *     link nothing changes. A link that the operator made for every community stays, and is removed by the operator.
         */
        delete: operations["deleteVerification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/link-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a code that links two accounts
         * @description Issues a one-time code for one side of a link. There are two ways:
         *
         *     - The chat bot asks for a code with `chatUserId`, and the player enters it in the game.
         *     - The game server asks for a code with `userId`, and the player sends it in the chat.
         *
         *     The other side then calls `redeemLinkCode`. A code has nine letters, is valid once, in this community and for ten minutes unless
         *     `expiresInSeconds` says otherwise, and is stored as a keyed hash. A new code of an account replaces its former one. A community has at most 1,000
         *     valid codes at a time: 409 `link_code_limit_reached`.
         */
        post: operations["createLinkCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/link-codes/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link two accounts with a code
         * @description Links the account that the code was issued for to the account of the player who entered it. The game server sends `userId` of the
         *     player whom it has authenticated; the chat bot sends `chatUserId` of the author of the message. Case, spaces and hyphens of the code
         *     do not matter.
         *
         *     A code is consumed by the request that links. An account linked to another chat account gets 409 `account_linked` and the code stays
         *     valid: ask the player, and send it again with `transfer: true`. A code that is unknown, used, expired or of another community gets 404
         *     `link_code_not_found`. After five of these within 15 minutes the account that enters codes must wait: 403 `link_attempts_exceeded`,
         *     with `Retry-After`. A community has at most 300 of them in 15 minutes.
         */
        post: operations["redeemLinkCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/join-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List join requests
         * @description One page of the requests to join the group, at most 20, in the order of the platform. They are read from the platform at each
         *     request. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. With `userId`, the list has the
         *     request of this account, or none.
         */
        get: operations["listJoinRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/join-requests/{userId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a join request
         * @description Accepts the request of the account, and responds when the platform shows it in the group. If the account is in the group already, the
         *     request succeeds without a write. A blacklisted account gets 409 `member_blacklisted`. The account gets the role that the platform gives to
         *     a new member. Has no body.
         */
        post: operations["acceptJoinRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/join-requests/{userId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline a join request
         * @description Declines the request of the account, and responds when the platform shows it no more. An account that was accepted meanwhile stays in
         *     the group, and the response is 409 `join_request_accepted`. Has no body.
         */
        post: operations["declineJoinRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/blacklist-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blacklist entries
         * @description Returns one page of the community's blacklist, newest first: active entries, unless `state` selects ended or all entries.
         *     Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listBlacklistEntries"];
        put?: never;
        /**
         * Blacklist an account or a group
         * @description Blacklists an account, or every account of a platform group: send exactly one of `userId` and `groupId`. A blacklisted
         *     account cannot open or submit an application form or read its result (403 `applicant_blacklisted`), cannot be promoted
         *     (409 `member_blacklisted`), and is skipped by AutoRank. It keeps its current rank.
         *
         *     The account need not be a member and does not become one. An account or group has at most one active entry: a second
         *     one gets 409 `blacklist_entry_exists`, which names the first. While a group is blacklisted, each access to a form
         *     requests the account's groups from the platform, and is refused when these are unavailable, as without a connection.
         */
        post: operations["createBlacklistEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/blacklist-entries/{blacklistEntryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a blacklist entry
         * @description Returns an entry, active or ended. Entries are never deleted.
         */
        get: operations["getBlacklistEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a blacklist entry
         * @description Changes the reason, evidence or expiry of an entry; absent properties stay. An ended entry cannot be changed: 409
         *     `blacklist_entry_ended`. If nothing changes, `meta.auditId` is null.
         */
        patch: operations["updateBlacklistEntry"];
        trace?: never;
    };
    "/v2/blacklist-entries/{blacklistEntryId}/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift a blacklist entry
         * @description Ends an entry early; it stays on record with the author and the reason. An entry that has already ended, lifted or
         *     expired, gets 409 `blacklist_entry_ended`.
         */
        post: operations["liftBlacklistEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/warnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List warnings
         * @description Returns one page of the community's warnings, newest first: active warnings, unless `state` selects ended or all
         *     warnings. With `userId`, `meta.activePoints` is the sum of the account's active points, independent of the page.
         *     Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listWarnings"];
        put?: never;
        /**
         * Warn a member
         * @description Warns a member. The points count until the warning expires or is revoked. `meta.activePoints` is the sum of the member's
         *     active points including this warning: concurrent warnings return different sums, so exactly one response crosses a
         *     threshold. A platform account that is not a member yet becomes one.
         */
        post: operations["createWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/warnings/{warningId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a warning
         * @description Returns a warning, active or ended. Warnings are never deleted.
         */
        get: operations["getWarning"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/warnings/{warningId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a warning
         * @description Revokes a warning: its points no longer count, and it stays on record with the author and the reason. A warning that has
         *     already ended, revoked or expired, gets 409 `warning_ended`.
         */
        post: operations["revokeWarning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/suspensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suspensions
         * @description Returns one page of the community's suspensions, newest first, including ended ones. `state=live` selects those that
         *     have not ended.
         */
        get: operations["listSuspensions"];
        put?: never;
        /**
         * Suspend a member
         * @description Moves the member to the suspended rank on the platform for a time, and responds when the platform shows it. The former
         *     rank is recorded as shown by the platform at the move. During the suspension all other rank changes of the member are
         *     refused with 409 `member_suspended`, and AutoRank skips the member. At its end the former rank is restored, unless the
         *     rank was changed manually on the platform meanwhile: a manual change is never undone.
         *
         *     The rank is `rankUniqueId`, else the community's suspended rank (`updateSuspensionSettings`). `rankUniqueId` also needs
         *     `members.ranks.write`, because it can be any assignable rank. After a definite failure the suspension ends, and rank
         *     changes are possible again. If the outcome is unknown, the suspension stays until the scheduler has resolved it, and
         *     `details.suspensionId` of the error is its id. Read it: when it has ended as `failed`, suspend again. An error with
         *     `suspension` in `details.committed` says that the suspension is in force. Do not suspend again then.
         */
        post: operations["createSuspension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/suspensions/{suspensionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a suspension
         * @description Returns a suspension, live or ended.
         */
        get: operations["getSuspension"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Extend or shorten a suspension
         * @description Changes the end, the reason, or both, while the suspension is live and not lifted. `durationSeconds` counts from now.
         *     To end it at once, lift it.
         */
        patch: operations["updateSuspension"];
        trace?: never;
    };
    "/v2/suspensions/{suspensionId}/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift a suspension
         * @description Ends the suspension early, and responds when the rank is restored or there is nothing to restore: `outcome` has the
         *     result. Lifting a suspension that is ending or has ended succeeds without a change.
         *
         *     An accepted lift restores the rank eventually: when the outcome is not known in time, or the platform refuses,
         *     `details.committed` of the error contains `lift`. Read the suspension.
         */
        post: operations["liftSuspension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/suspension-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the suspended rank
         * @description Returns the rank of suspended members, used when a suspension has no rank of its own.
         */
        get: operations["getSuspensionSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the suspended rank
         * @description Sets the rank of suspended members, or removes it. Setting one also needs `members.ranks.write`, because suspensions then
         *     assign it. Live suspensions keep their rank. A rank that is not stored yet is looked up on the platform once. Do not
         *     use a rank with an AutoRank threshold: AutoRank would assign it to members with enough experience.
         */
        patch: operations["updateSuspensionSettings"];
        trace?: never;
    };
    "/v2/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description Returns one page of the community's event types, newest first, including archived ones. Pass `meta.nextCursor` as
         *     `cursor` to get the next page; it is null on the last one. A page ends early when its texts and awards reach 1 MiB.
         */
        get: operations["listEventTypes"];
        put?: never;
        /**
         * Create an event type
         * @description Creates an event type. Every event has a type. The `awards` of a type are the default for its new events. Their medals
         *     and ranks must exist.
         *
         *     `awards` need further scopes and features besides `events.write`: `experience` needs `members.experience.write` and
         *     `experience`, `quotaPoints` needs `members.quota.write` and `quota`, `medals` needs `members.medals.write` and `medals`,
         *     `rank` needs `members.ranks.write` and `rank-management`. They are checked here, when the awards are changed, when an
         *     event of the type is created, and again when the event is finished, with the key and plan at that time.
         */
        post: operations["createEventType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/event-types/{eventTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event type
         * @description Returns an event type, archived or not.
         */
        get: operations["getEventType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an event type
         * @description Changes the given properties. New `awards` apply to events created from now on; existing events keep their copy. They
         *     need further scopes and features (`createEventType`). An archived type cannot be used for new events; existing events
         *     are not affected.
         */
        patch: operations["updateEventType"];
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns one page of the community's events by start time, latest first. `from` and `to` limit `startsAt`: `from`
         *     inclusive, `to` exclusive. A page ends early when its texts and awards reach 1 MiB.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Schedules an event of a type that is not archived. If `awards` is absent, it is copied from the type; it can be changed
         *     until the event ends. Given or copied awards need further scopes and features (`createEventType`). The host becomes a
         *     member if necessary; only an attendee is awarded, and the host is not an attendee automatically.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Returns an event with the numbers of its attendees.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description Changes the given properties, until the event is finished or cancelled; absent properties stay, so that concurrent
         *     changes of different properties do not conflict. `removeHost` and `removeEndsAt` are for clients that cannot send null.
         *     New `awards` need further scopes and features (`createEventType`).
         */
        patch: operations["updateEvent"];
        trace?: never;
    };
    "/v2/events/{eventId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an event
         * @description Changes the state from `scheduled` to `active`. Has no body.
         */
        post: operations["startEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an event
         * @description Changes the state from `active` to `finished`, which is final, and awards every attendee whose attendance is `present`.
         *     Experience, quota points and medals are awarded in the same transaction, which also queues the rank changes as platform
         *     operations. All awards are given exactly once, also with concurrent requests and process failures. Has no body.
         *
         *     A finished event gets 200 with `meta.replayed` true and no awards: retry after a lost response.
         *
         *     The key needs `events.write` and the scopes and features of the event's `awards` (`createEventType`); otherwise the
         *     response is 403 and the event stays active. The community's award limits per call apply to each member: the sum of the
         *     points of all rules for its role is reduced to the limit, which `clamped` in `listEventAwards` shows. A medal with a role
         *     that the caller, or who stored the event or bound the role, may not give to the member is withheld with its role.
         *
         *     **Rank changes.** A member has at most one: the rank of the first rule for its role that has one, else AutoRank on the
         *     new experience. Rank changes that the platform throttles or fails are retried for an hour. With at most 20 of them, the
         *     response waits for their end up to the deployment's time limit (ten seconds by default). If one has not ended then, or
         *     has failed on the platform, the response is its error, for the first such member by user id, and the event stays
         *     finished: `details.committed` contains `event` and those of `experience`, `quotaPoints` and `medals` that were awarded.
         *     Do not award again; `listEventAwards` has the result of every member. A change that is not permitted (the member is not
         *     in the group, has the highest rank, or is suspended) is not an error of this request: it is counted as failed, with its
         *     code. With more than 20, or `wait=false`, the response is 200 at once and `meta.pendingOperations` has the operations.
         */
        post: operations["finishEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an event
         * @description Changes the state from `scheduled` or `active` to `cancelled`, which is final. Nothing is awarded.
         */
        post: operations["cancelEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}/attendees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attendees
         * @description Returns one page of attendees, ordered by user id.
         */
        get: operations["listEventAttendees"];
        /**
         * Set attendees
         * @description Sets up to 100 attendees atomically, for example all players of a round. Each entry is as in `setEventAttendee`, by
         *     user id. If an account does not exist on the platform, the request is rejected, and the message names the account.
         */
        put: operations["setEventAttendees"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}/attendees/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an attendee
         * @description Adds the account to the event or changes its role and attendance, until the event ends. Absent properties stay; the
         *     defaults of a new attendee are `participant` and `registered`. The account becomes a member if necessary. An event has
         *     at most 1,000 attendees.
         */
        put: operations["setEventAttendee"];
        post?: never;
        /**
         * Remove an attendee
         * @description Removes the account from the event, until the event ends. Removing an account that does not attend changes nothing.
         */
        delete: operations["removeEventAttendee"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{eventId}/awards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event awards
         * @description Returns one page of the awards of each member, ordered by user id, with the current status of the member's rank change.
         *     Empty until the event is finished. A page ends early when its awards reach 1 MiB.
         */
        get: operations["listEventAwards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/audit-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Returns audit entries. Every change in the community writes an entry in its transaction: actor, action, former and new
         *     values, and the request. Every `getResponse` that returns a response writes one too.
         *     The default is a feed, oldest first: with `meta.nextCursor`, which is always set, a client gets every entry exactly once,
         *     also with concurrent writers. A page may have fewer entries than `limit`, or none, and ends early when its entries reach
         *     1 MiB; `meta.hasMore` shows whether to continue at once or to poll later. An entry appears when all transactions that
         *     began before it have ended, usually within milliseconds. `order=newest` returns the newest entries first without this
         *     delay and ends with a `nextCursor` of null; it is not suitable for following. A cursor is valid for its filters and order.
         *     In areas with a separate scope, entries have no `before`, `after` and `reason` for a key without the scope, and
         *     `requiredScope` names it: `blacklists.read`, `warnings.read`, `suspensions.read`, `events.read`, `applications.read`,
         *     `applications.responses.read`, and `applications.write` for templates.
         *     The operator sets the retention, at least 31 days. 409 `audit_entries_forgotten` means that entries after the cursor
         *     were deleted before they were read.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/reversals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reversals
         * @description Returns one page of the reversals and dry runs that are kept, newest first: what was taken back, or would be. A dry run is kept for a day,
         *     another reversal for 32 days. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listReversals"];
        put?: never;
        /**
         * Take changes back
         * @description Takes back what one author changed: experience, quota points, medals, qualifications, ranks and roles of members, warnings,
         *     blacklist entries, suspensions and forms. The author
         *     is a key, a person, an operator, a job or an account of the platform in a window of time, or one batch, event, earlier
         *     reversal or audit entry. The answer is the reversal, which a job carries out in steps of about 500 entries; read it until its `state` is `finished`, and its entries with
         *     `listReversalItems`. With `dryRun` the same job decides the same for each entry, and changes nothing.
         *
         *     **Points** are taken back as differences, so later increments and decrements of others stay. Experience and quota points
         *     are clamped as by an award. After a later `set` by others, which chose the value, the earlier change is `superseded`.
         *     **Medals and qualifications** go back to the state before the author's changes, if the author's last change is still the
         *     last one of the member and the award; otherwise the entry is `superseded`, and `supersededBy` names the later change.
         *     An award and its role are taken back together: where the bounds of the key do not allow the role, both are kept
         *     (`operation_failed`). AutoRank decides for members whose experience changed.
         *
         *     **Ranks and roles** are taken back by operations of the queue, each within 24 hours. A member gets the rank back that it held
         *     before the author's changes; the entry is `queued` until the operation ends. What the member holds is read again from the platform:
         *     when it is not what the author left, a later change is kept, also one by hand (`superseded`, `state_differs`). The scope
         *     and the bounds of the key hold as for any change: an operation that is refused or fails is `impossible`, with its `errorCode`.
         *
         *     **Warnings, blacklist entries and suspensions** that the author made are ended, and changed ones get their former values. A warning
         *     that was revoked and a blacklist entry that was lifted are live again, unless they have expired (`has_ended`) or another entry was made
         *     since. The restore of a suspended member follows, before its rank is taken back. A suspension that was lifted stays so (`suspension_lifted`).
         *
         *     **Forms** that the author created are deleted as `deleteApplication` does, with their responses kept. A changed form gets its former
         *     definition as a new version, and a deleted one is there again. The password is kept as it is (`password_kept`): set it anew. What would close
         *     or delete a required form is `impossible`.
         *
         *     The source `account` takes back what one account changed **by hand on the platform**, such as a raid. The changes are read
         *     from the audit log of the group, for which the credential needs `legacy-group:manage`, at most 10,000 entries of all accounts since
         *     four minutes before the window. A member gets the rank back that it held before the changes of the account; other roles are
         *     given or taken again. What others changed later, by hand or through the server, is kept (`later_change`). Neither the account nor
         *     the members need be known to the server. The account of the platform credential is refused, because the log shows the changes of the
         *     server under it. While the writes to the group are paused, the operations wait for the resumption.
         *
         *     An audit entry is taken back once. Its own entry names it (`after.reverses`; the times of changes by hand are in
         *     `after.reversesByHand`), and can be taken back in turn, also with the whole reversal. Entries of a kind that the key may not change itself are `impossible`.
         *
         *     The window begins at most 31 days ago. A window with more than 10,000 entries fails with `too_many_entries`, and nothing is
         *     changed: use shorter ones. End the author first (revoke the key): a change that is written while the entries are
         *     collected may be left out. The record of a reversal is kept for 32 days, that of a dry run for one, and a caller keeps its last 10 dry runs.
         *     A caller may store a quarter of what the community may store of reversals and their entries, and all keys together half of it (`storage_limit_reached`).
         */
        post: operations["createReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/reversals/{reversalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a reversal
         * @description Returns a reversal or a dry run: its state, and how many entries were taken back, superseded or impossible to take back.
         */
        get: operations["getReversal"];
        put?: never;
        post?: never;
        /**
         * Delete a reversal
         * @description Deletes a reversal that has ended, or a dry run, with its entries. What was taken back stays so, and is not taken back a second time: the audit
         *     log has it. A key deletes what it asked for itself; people delete all. A dry run is deleted by itself after a day, another reversal after 32 days.
         */
        delete: operations["deleteReversal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/reversals/{reversalId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what becomes of each entry of a reversal
         * @description Returns one page of the audit entries of a reversal, oldest first: taken back, `superseded` by a later change, or impossible to
         *     take back, with the reason. In a dry run, `taken_back` is what the reversal would do, and `auditId` of the result is null. Entries that
         *     the caller may not read are left out: those of members need `members.read`, those of records `warnings.read`, `blacklists.read`,
         *     `suspensions.read` or `applications.read`. `counts` of the reversal has all of them.
         */
        get: operations["listReversalItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/award-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Award many members
         * @description Changes experience and quota points and awards medals of up to 100 members in one request, which counts as one for the
         *     rate limit. A game server on the platform can send 500 requests per minute in total: collect the awards of a round or
         *     of half a minute, and send them together.
         *
         *     **Entries are independent.** Each succeeds or fails with the result of an equivalent single request. An entry is atomic:
         *     if one part fails, none is applied, and the first failed part determines the code. Entries are applied in the given
         *     order, also several entries of one member. Accounts that are not members yet become members; the platform is called
         *     only for these and for usernames that were not resolved recently.
         *
         *     **Retries are safe.** `batchId` identifies the batch for 24 hours, per API key and the key that it is rotated to. The same
         *     `batchId` with the same entries returns the first outcome with `meta.replayed` and awards nothing; with other entries it
         *     gets 409 `batch_id_reused`. Batches of other API keys are not returned. Failures are part of the outcome: send failed
         *     entries again with a new `batchId`, for example after an outage of the platform.
         *
         *     Every entry needs this operation's scope; an entry with `quotaPoints` also needs `members.quota.write` and the feature
         *     `quota`, one with `medals` also `members.medals.write` and the feature `medals`, or it fails with `insufficient_scope` or
         *     `feature_unavailable`. These two are evaluated again when the batch is retried: entries refused for a missing feature
         *     are applied when the plan has it. `member` has the same two numbers as the response of `changeExperience`.
         *
         *     **AutoRank** runs once per member, after all entries of the member. The response does not wait for the rank change: it
         *     is queued together with the awards, executed as a platform operation within an hour, and named in
         *     `autoRank.operationId`. If it cannot be queued, `autoRank` has the reason; the awards stay, and the member's next award
         *     or sync tries again.
         */
        post: operations["awardBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/award-batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the outcome of an award batch
         * @description Returns the outcome of a batch of this API key for 24 hours, for example after a lost response. 404 `batch_not_found`
         *     means that nothing was applied: the batch was not received, or is in progress. Sending the same batch again has the
         *     same result.
         */
        get: operations["getAwardBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns the community's endpoints, at most ten, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Registers a URL for messages about events in the community from now on: a POST for each message in the format of
         *     Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`; body `{type, timestamp, data}`). Only this
         *     response contains the secret: `whsec_` and the base64 of the HMAC-SHA256 key.
         *
         *     Respond with 2xx within 15 seconds. Otherwise the message is retried after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h
         *     and 24 h, then parked; 410 disables the endpoint, and so do three days without a success. Delivery is at least once:
         *     detect duplicates by `webhook-id`, which is the same for every attempt. Messages about a member are in the order of the
         *     events. Messages never contain answers, notes, feedback or reasons.
         *
         *     The URL must be https with a public address and a port for HTTP; it is checked now and at every delivery. Redirects are not
         *     followed.
         *
         *     A request that is repeated with its `Idempotency-Key` creates no second endpoint and returns `secret: null`. If the first answer
         *     was lost, rotate the secret.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Returns an endpoint with its state: since when it has been failing, or why it is disabled.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint and its messages. An attempt in progress may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the given properties. `enabled: false` parks undelivered messages; events until `enabled: true` are not sent.
         *     Parked messages can be redelivered.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Creates a new secret, which only this response contains. During the overlap both secrets sign, so that
         *     `webhook-signature` has two signatures; at most one previous secret is kept.
         *
         *     A request that is repeated with its `Idempotency-Key` rotates nothing again and returns `secret: null`. If the first answer was
         *     lost, rotate with another key.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message of type `webhook.test` with empty `data`, regardless of the endpoint's types. It does not wait for other
         *     messages and is attempted once; its delivery has the result.
         */
        post: operations["sendTestMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a webhook endpoint
         * @description Returns one page of the endpoint's messages, newest first, each with its attempts. Delivered ones are kept for 7 days,
         *     parked ones for 30.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a message
         * @description Sends a parked or delivered message again with the same `webhook-id`, after pending messages about the same member. A
         *     pending message is attempted now, with those before it.
         */
        post: operations["redeliverWebhookMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key of the request
         * @description Returns what the key of this request may do: its community, scopes, expiry, networks, bounds and rate limits. Every key may
         *     call it, also a paused one, without a scope. The secret is not returned.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description Returns one page of the community's keys, oldest first, including revoked and expired ones. Pass `meta.nextCursor` as
         *     `cursor` to get the next page; it is null on the last one. No secret is returned.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates a key, and returns its secret in `key` this one time. A person whose role depends on a rank creates none. It has nothing that the calling key lacks: its scopes are among
         *     the caller's, it expires no later, and it may be used from no other network. Otherwise the answer is 403
         *     `key_authority_exceeded`. Without `expiresAt` it expires in a year, or with the caller if that is sooner; without
         *     `allowedAddresses` it has the caller's networks. It acts for no member unless it has `actFor`. Without `takesPerHourLimit`, it may take 300 times an hour,
         *     or as often as the caller if that is less; what it takes counts for the caller too. Without bounds, it
         *     gives and touches the ranks that the caller may; what no key gives is said at the rank (`updateRank`, `assignable`). A `preset`
         *     stands for scopes, takes an hour and `actFor`; its takes are those of the caller if they are less. The keys of a community can create 50 keys that are live at a
         *     time, unless the operator set another number.
         *
         *     A request that is repeated with its `Idempotency-Key` creates no second key and returns `key: null`: the server keeps no
         *     secret that it could return again. If the first answer was lost, rotate the key with `overlapSeconds: 0`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a key
         * @description Returns a key of the community, with its state. `GET /v2/key` returns the key of the request, with its limits.
         */
        get: operations["getKeyById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description Changes the given properties. The calling key must have every scope that the key has. A change that gives the key anything
         *     (a scope, time, a network, a rank, a higher number, or use by `enabled` or `paused`) also needs everything that the key has afterwards: a key can give nothing that it
         *     lacks, and cannot extend itself. A caller that has an end, networks or a role that depends on a rank changes others only to reduce them, and
         *     nobody resumes, enables or widens the key that made them. `meta.dependants` lists what the key made, when it is disabled or paused. Every process applies the change within a second.
         *
         *     A later `expiresAt` makes an expired key live again, which needs room as for `createKey`: 409 `key_limit_reached`. A revoked key
         *     stays revoked, and an expired key that the operator created stays expired: 409 `key_ended`.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v2/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Revokes a key permanently; every process refuses it within a second. The calling key must have every scope of the key. It may
         *     revoke itself. A key that is revoked already stays as it is. `meta.dependants` lists the live keys and people that it made; with
         *     `dependants=end` they end too, for which the caller needs every scope that they have, and `people.write` where there are people.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key
         * @description Creates a key with the same name, scopes, networks and bounds, and returns its secret this one time. The old key expires after the
         *     overlap, in which both are valid. The new key continues the old one: it owns its idempotency keys and batches. It has nothing
         *     that the calling key lacks, as for `createKey`, and nobody rotates the key that made them. A revoked or expired key gets 409 `key_ended`.
         *
         *     A request that is repeated with its `Idempotency-Key` replaces nothing again and returns `key: null`, as for `createKey`. If the
         *     first answer was lost, rotate the new key.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description Returns one page of the people of the community's staff, oldest first. Pass `meta.nextCursor` as `cursor` to get the next
         *     page; it is null on the last one.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Create a person
         * @description Creates a person with a role, and returns the link of a one-time `invitation` this one time. Whoever opens the link within 72
         *     hours registers a passkey and is signed in. A key with an end or networks, and a person whose role depends on a rank, create nobody. The person gets no scope, wider bounds or higher number than the caller has:
         *     otherwise the answer is 403 `authority_exceeded`. Without bounds, the person gives and touches the ranks that the
         *     caller may. Without `takesPerHourLimit`, a viewer takes nothing, and others up to 300 times an hour.
         *
         *     `userId` binds the person to a member: nothing else does. With `lowestRankUniqueId`, which needs it, the role counts only while
         *     the member holds that rank or a higher one on the platform.
         *
         *     A request that is repeated with its `Idempotency-Key` creates no second person and returns `invitation: null`. If the first
         *     answer was lost, invite the person again.
         */
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a person
         * @description Returns a person of the community's staff.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Delete a person
         * @description Deletes the person, with the passkey, the account at the issuer, an open invitation and all sessions; what was queued in the name
         *     of the person does not run any more. The caller must have every scope of the person's role: otherwise the answer is 403
         *     `authority_exceeded`. The last administrator whose role depends on no rank is not deleted: 409 `last_administrator`. Keys and people
         *     that the person made stay, and a notification lists them; with `dependants=end` they end too, for which the caller needs every scope
         *     that they have. The audit log keeps what the person did, under the id. `enabled: false` locks a person out who may come back.
         */
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description Changes the name, the role, the bounds, the takes an hour, or whether the person may sign in or write. `enabled: false` ends
         *     all sessions of the person at once. `paused: false` resumes a person whom somebody paused. A new role brings the takes of a
         *     new person of the role, unless the request names others; the bounds stay. `userId` and `lowestRankUniqueId` bind the person to a
         *     member and the role to a rank, as in `createPerson`; the role then counts when the rank has been read on the platform, which
         *     takes seconds. `meta.dependants` lists the live keys and people that the person made, when the person is disabled or paused; with
         *     `dependants=end` they end too, for which the caller needs every scope that they have, and `keys.write` where there are keys.
         *
         *     The caller must have every scope of the former and of the new role; and where the person gains anything, everything that the
         *     person then has, which a change of the lowest rank, or of the member of such a person, may be. Nobody changes these of
         *     themselves. A caller that has an end, networks or a role that depends on a rank changes others only to reduce them, and nobody
         *     resumes, enables or widens the person who made them. Otherwise the answer is 403 `authority_exceeded`. The last administrator whose role
         *     depends on no rank is not disabled, demoted, bound or narrowed, and does not pause itself: 409 `last_administrator`.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/v2/people/{personId}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person again
         * @description Returns the link of a new one-time invitation this one time. Earlier links, the passkey and all sessions of the person end at
         *     once, so this is also what to do when a device was lost. The caller must have everything that the person has, and
         *     neither an end nor networks nor a role that depends on a rank: otherwise the answer is 403 `authority_exceeded`.
         *
         *     A request that is repeated with its `Idempotency-Key` changes nothing again and returns `invitation: null`.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staff-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the community's own staff roles
         * @description Returns the staff roles that the community has defined besides the five built-in ones, by name.
         */
        get: operations["listStaffRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/staff-roles/{roleName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change a staff role
         * @description Creates a staff role of the community, or replaces its scopes and numbers. People with the role have the new scopes from the next
         *     request on, in every session. The numbers are those of new people of the role; people who have the role keep theirs.
         *
         *     The caller must have every scope that the role had and has. Where the role gains a scope, the caller must have everything that each
         *     person with the role then has. A higher number needs a caller that may take as often. A caller that has an end, networks or a role that
         *     depends on a rank only takes scopes away and lowers the number. Otherwise the answer is 403 `authority_exceeded`. A built-in role is not changed (400).
         */
        put: operations["setStaffRole"];
        post?: never;
        /**
         * Delete a staff role
         * @description Deletes a staff role of the community. While people have it, the answer is 409 `staff_role_in_use`. The caller must have every scope
         *     of the role.
         */
        delete: operations["deleteStaffRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Returns one page of the sessions of the community's people, newest first, including those that ended within 30 days. Pass
         *     `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sessions/{sessionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a session
         * @description Ends a session; the next request with its cookie is refused. The caller must have every scope of the person's role: otherwise
         *     the answer is 403 `authority_exceeded`. A session that has ended stays as it is.
         */
        post: operations["revokeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own session
         * @description Returns the session of the request: the person, the community and the scopes of the role.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/own-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Returns one page of the sessions of the person of the request, newest first, including those that ended within 30 days. No
         *     scope is needed. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/own-sessions/{sessionId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an own session
         * @description Ends a session of the person of the request, such as one on a lost device. No scope is needed. The next request with its cookie is
         *     refused. A session that has ended stays as it is; one of another person is 404 `session_not_found`.
         */
        post: operations["revokeOwnSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/session/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove who uses the session
         * @description Renews the proof of the session: with the passkey of its person, for a challenge of `beginSignIn`, or with the answer of the issuer
         *     to a sign-in that `beginIssuerSignIn` began with `prove`. A sign-in is a proof, too. Operations marked `x-needs-proof`, which
         *     change credentials, need a proof that is at most five minutes old; otherwise a session gets 403 `proof_required`. Keys need none.
         *     A challenge or an answer is accepted once. Every refusal is the same 401 `sign_in_refused`, and the session stays.
         */
        post: operations["proveSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of the request, and removes its cookie.
         */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in
         * @description Returns a challenge for the passkey of any person, valid for five minutes. The answer does not depend on who asks.
         */
        post: operations["beginSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in
         * @description Verifies the assertion of a passkey, and begins a session. A challenge is accepted once. Every refusal is the same 401
         *     `sign_in_refused`. The request must come from the console's own origin.
         */
        post: operations["finishSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the registration of a passkey
         * @description Returns the challenge and the names for a new passkey of the person whom the invitation names. An invitation that is unknown, used
         *     or late gets the same 401 `sign_in_refused`.
         */
        post: operations["beginRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in/registration/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a passkey
         * @description Stores the passkey, uses the invitation up, and begins a session. Every refusal is the same 401 `sign_in_refused`. The request
         *     must come from the console's own origin.
         */
        post: operations["finishRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in/issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in with the issuer
         * @description Returns the address of the OpenID Connect issuer to which the browser goes, and sets a cookie for ten minutes. The issuer sends
         *     the browser back to `/console/signed-in` with `code` and `state`, for `finishIssuerSignIn`. With `invitation`, the account
         *     at the issuer becomes that of the invited person. With `applicant` a player signs in, with `userId` one of several linked accounts, and
         *     `finishApplicantSignIn` finishes it. With `prove` nobody signs in, and `proveSession` finishes it. The request must come from the console's own origin.
         */
        post: operations["beginIssuerSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sign-in/issuer/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with the issuer
         * @description Exchanges the code of the issuer, checks its ID token, and begins a session. The cookie of `beginIssuerSignIn` is removed. A code is
         *     accepted once. Every refusal is the same 401 `sign_in_refused`. An account that signs in to several communities gets 409
         *     `community_choice_required`: begin again with one of them. The request must come from the console's own origin.
         */
        post: operations["finishIssuerSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applicant-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a code that signs a player in to apply
         * @description Issues a one-time code for the account of a player whom the trusted server has authenticated. The player enters it on the page
         *     `/console/apply` of this server, or opens `link`, and then applies in the browser. A code has twelve letters, is valid once, in this community and for ten
         *     minutes, and is stored as a keyed hash. A new code of an account replaces its former one. A community has at most 5,000
         *     valid codes at a time: 409 `applicant_code_limit_reached`.
         */
        post: operations["createApplicantCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applicant-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own applicant session
         * @description Returns the session of the request: the account and the community.
         */
        get: operations["getApplicantSession"];
        put?: never;
        /**
         * Sign in with a one-time code
         * @description Uses the code up, and begins a session of its account that may apply in the community and nothing else. Case, spaces and hyphens of the code
         *     do not matter. Every refusal is the same 401 `sign_in_refused`. Attempts of an address are limited like those with wrong
         *     keys. The request must come from the server's own pages.
         */
        post: operations["createApplicantSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applicant-session/issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish the sign-in of a player with the issuer
         * @description As `finishIssuerSignIn`, for a sign-in that began with `applicant: true`: the account at the issuer is the chat account, and the session is of the
         *     platform account that is linked to it in the community. It ends with the link. A chat account with several gets 409 `account_choice_required`: begin
         *     again with one of them. Every refusal is the same 401 `sign_in_refused`.
         */
        post: operations["finishApplicantSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/applicant-session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign an applicant out
         * @description Ends the session of the request, and removes its cookie.
         */
        post: operations["endApplicantSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the community
         * @description Returns the name of the community, the most experience and quota points that one change may award, whether every
         *     role is a rank (`singleRank`), and how many changes by hand in a minute raise the alarm of the group (`alarmChangesPerMinute`). AutoRank and the
         *     suspended rank have settings of their own (`getAutoRankSettings`, `getSuspensionSettings`).
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the community
         * @description Changes the given settings; every process applies them within a second. A limit other than 0 also needs the scope and the
         *     feature of what it limits: `members.experience.write` or `members.quota.write`. `singleRank: true` and
         *     `alarmChangesPerMinute` also need `members.ranks.write` and the feature `rank-management`. The API switch, storage limits and plans
         *     are the operator's.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/v2/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans of the community
         * @description Returns what the community holds: its subscription and its trial, each with its plan. What their live plans include adds
         *     up. Plans belong to the server: the operator defines them and assigns them to communities.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/platform-connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the platform connection
         * @description Returns the group of the community on the game platform, whether the connection works, since when the writes
         *     to the group are paused, and the last alarm of the group. The credential is not returned.
         */
        get: operations["getPlatformConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause or resume the writes to the group
         * @description `paused: true` pauses the writes to the group: queued rank changes, role changes and decisions on join requests wait, new ones are accepted, and
         *     their deadlines stand still. A change of which something was sent is completed. A request that waits for its change, such as
         *     `setMemberRank`, gets 503 `roblox_scheduler_unavailable` without `Retry-After`, and reads answer as usual.
         *
         *     The server never pauses the writes itself. Pause them during a raid, look at what was changed, take it back with `createReversal`,
         *     whose operations wait too, and resume with `paused: false`.
         */
        patch: operations["updatePlatformConnection"];
        trace?: never;
    };
    "/v2/platform-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a notification of the game platform
         * @description The URL for the game platform's webhook. A `RightToErasureRequest` is stored and acknowledged at once; a job then erases
         *     all data about the account in every community, including its id. A repeated `NotificationId` changes nothing. During a
         *     data-rights hold the request waits. A request whose `UserId` no account has, or several have, is parked and shown to the
         *     operator. All other events are acknowledged and logged, including `SampleNotification`.
         *
         *     The caller is the platform, not a community: the request is signed with the webhook's secret, and the signature over
         *     the raw bytes is verified before they are parsed.
         */
        post: operations["receivePlatformNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description All error codes; codes may be added. `x-errors` has, for each: its HTTP `status`; its `effect`; a `sentence` that a person who knows
         *     no API can read; what happened (`cause`) and what to do (`remedy`). `specified` marks the codes in the tables of the
         *     specification; others that its operations answer are for what it leaves to the server.
         *
         *     `effect` says whether the request may have had an effect. `none`: nothing that the request asks for was done or
         *     will be done, unless `details.committed` is present, which then names what was done. `possible`: it may have been done,
         *     or may still be done. Treat an unknown code as `possible`.
         * @enum {string}
         */
        ErrorCode: "missing_credentials" | "unauthorized" | "api_disabled" | "key_disabled" | "key_paused" | "person_paused" | "proof_required" | "acting_not_allowed" | "acting_account_not_in_group" | "address_not_allowed" | "legacy_key_unsupported" | "insufficient_scope" | "entitlement_required" | "api_access_unavailable" | "feature_unavailable" | "route_not_found" | "validation_failed" | "dependency_unavailable" | "server_busy" | "data_rights_unavailable" | "rate_limit_exceeded" | "storage_limit_reached" | "internal_error" | "member_not_found" | "rank_not_found" | "medal_not_found" | "qualification_not_found" | "username_changed" | "rank_not_assignable" | "rank_limit_reached" | "rank_ambiguous" | "rank_stays_managed" | "role_is_rank" | "join_request_not_found" | "join_request_accepted" | "join_request_refused" | "join_request_gone" | "role_bound" | "member_not_in_group" | "medal_limit_reached" | "platform_cloud_not_configured" | "platform_cloud_reconnect_required" | "platform_cloud_refresh_pending" | "platform_cloud_configuration_unavailable" | "platform_cloud_credentials_invalid" | "platform_cloud_rate_limited" | "platform_cloud_timeout" | "platform_cloud_unavailable" | "platform_names_unavailable" | "application_not_found" | "template_not_found" | "response_not_found" | "version_conflict" | "duplicate_submission" | "application_closed" | "application_required" | "response_already_reviewed" | "revision_conflict" | "response_protected" | "password_incorrect" | "password_attempts_exceeded" | "password_locked" | "applicant_unverified" | "applicant_blacklisted" | "applicant_restricted" | "applicant_ineligible" | "other_applicant" | "applicant_code_limit_reached" | "account_choice_required" | "data_rights_restricted" | "eligibility_unavailable" | "sensitive_information" | "deadline-cancelled-before-dispatch" | "outcome-pending-check-status" | "provider-rejected-408" | "queue-full" | "provider-rejected-429" | "authorization-intervention-required" | "actor-authorization-revoked" | "roblox_scheduler_unavailable" | "scheduler_disabled" | "scheduler-disabled" | "scheduler-unavailable" | "idempotency_key_reused" | "record_changed" | "operation_not_found" | "operation_not_cancellable" | "operation_not_retriable" | "operation_superseded" | "operation_cancelled" | "member_blacklisted" | "member_suspended" | "identity_unknown" | "identity_conflict" | "verification_not_found" | "account_linked" | "link_code_not_found" | "link_attempts_exceeded" | "link_code_limit_reached" | "medal_exists" | "qualification_exists" | "medal_archived" | "qualification_archived" | "blacklist_entry_not_found" | "blacklist_entry_exists" | "blacklist_entry_ended" | "warning_not_found" | "warning_ended" | "suspension_not_found" | "suspension_ended" | "suspended_rank_not_set" | "reversal_not_found" | "reversal_in_progress" | "event_type_not_found" | "event_not_found" | "event_type_exists" | "event_type_archived" | "event_state_conflict" | "event_full" | "audit_entries_forgotten" | "batch_id_reused" | "batch_not_found" | "webhook_not_found" | "webhook_limit_reached" | "webhook_disabled" | "delivery_not_found" | "person_not_found" | "staff_role_not_found" | "staff_role_in_use" | "last_administrator" | "staff_role_limit_reached" | "session_not_found" | "authority_exceeded" | "sign_in_refused" | "issuer_not_configured" | "community_choice_required" | "issuer_unavailable" | "key_not_found" | "key_ended" | "key_limit_reached" | "key_authority_exceeded" | "rank_out_of_bounds" | "take_not_allowed";
        /** @description The envelope of every error. */
        ErrorResponse: {
            error: components["schemas"]["ErrorBody"];
        };
        /** @description The error. Branch on `code`, display `message`. */
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            /** @description A message for people. */
            message: string;
            details?: components["schemas"]["ErrorDetails"];
        };
        /** @description Depends on the code; properties may be added. */
        ErrorDetails: {
            /** @description With `validation_failed`, the invalid parts of the request. */
            issues?: components["schemas"]["ValidationIssue"][];
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, requests per window, or takes an hour. With `take_not_allowed`, the takes an hour.
             */
            limit?: number;
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, requests left.
             */
            remaining?: number;
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, milliseconds until the request is accepted: up to a minute, or, for takes, up to 61 minutes.
             */
            resetMs?: number;
            /** @description With `insufficient_scope`, the scopes the operation needs. */
            required?: string[];
            /** @description With `insufficient_scope`, the scopes the key has. */
            granted?: string[];
            /** @description With `feature_unavailable`, the feature that is missing. */
            feature?: string;
            /** @description The invalid field of the request. */
            field?: string;
            /** @description With `sensitive_information`, what was found. */
            kind?: string;
            /** @description With `applicant_unverified`, the operations that link the account. */
            ways?: string[];
            /**
             * Format: int32
             * @description With `duplicate_submission`, the version that the account submitted to.
             */
            applicationVersion?: number;
            /** @description What was done although the request failed. Do not repeat it. */
            committed?: components["schemas"]["CommittedPart"][];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description A part of the request that was done before the error; values may be added. `rank`: a part of the rank change was applied on the platform.
         * @enum {string}
         */
        CommittedPart: "experience" | "quotaPoints" | "medals" | "event" | "suspension" | "lift" | "rank";
        /** @description An invalid part of the request. */
        ValidationIssue: {
            /** @description A JSON pointer into the request. */
            instancePath: string;
            /** @description The violated rule. */
            keyword: string;
            /** @description The requirement. */
            message: string;
        };
        /**
         * @description The platform's user id, in decimal. `0` for a key of a domain in which the account has no known id.
         * @example 1
         */
        UserId: string;
        /**
         * @description The platform's user id, in decimal.
         * @example 1
         */
        UserIdText: string;
        /**
         * Format: date-time
         * @description RFC 3339, in UTC with six digits of a second.
         * @example 2026-03-01T12:00:00.000000Z
         */
        Timestamp: string;
        /**
         * @description The name of a medal or qualification, unique in the community.
         * @example Valor
         */
        AwardName: string;
        /**
         * @description The name of a medal or qualification, unique in the community. Because it is part of URLs, it must not consist of dots
         *     only (or `%2e`) or begin or end with a space. Spellings that Unicode calls equal are one name, stored in the form NFC.
         * @example Valor
         */
        AwardNameInput: string;
        /**
         * @description The audit entry of the write; null when nothing changed.
         * @example 4711
         */
        AuditId: string | null;
        /** @description A member of the community. `rank` is the highest of `roles` that is a rank, or the role that every member has; null outside the group. */
        Member: {
            userId: components["schemas"]["UserId"];
            /** @description The platform username as last synced; null until then. */
            username: string | null;
            /** @description The platform display name as last synced; null until then. */
            displayName: string | null;
            /**
             * Format: int64
             * @description Experience. It saturates at the bounds.
             */
            experience: number;
            /**
             * Format: int64
             * @description Quota points, never negative.
             */
            quotaPoints: number;
            rank: components["schemas"]["NullableRankSummary"];
            /** @description All roles of the member on the platform as last synced, lowest rank number first. Empty until then. */
            roles: components["schemas"]["MemberRole"][];
            /** @description The member's medals, by name. */
            medals: components["schemas"]["MedalHeld"][];
            /** @description The member's qualifications, by name. */
            qualifications: components["schemas"]["QualificationHeld"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the profile was last synced from the platform; null if never.
             */
            syncedAt: string | null;
        };
        /** @description A member with the properties that the request selected, or with all of them. Each is as in `Member`. */
        MemberFields: {
            userId: components["schemas"]["UserId"];
            /** @description The platform username as last synced; null until then. */
            username: string | null;
            /** @description The platform display name as last synced; null until then. */
            displayName?: string | null;
            /**
             * Format: int64
             * @description Experience. It saturates at the bounds.
             */
            experience?: number;
            /**
             * Format: int64
             * @description Quota points, never negative.
             */
            quotaPoints?: number;
            rank?: components["schemas"]["NullableRankSummary"];
            /** @description All roles of the member on the platform as last synced, lowest rank number first. Empty until then. */
            roles?: components["schemas"]["MemberRole"][];
            /** @description The member's medals, by name. */
            medals?: components["schemas"]["MedalHeld"][];
            /** @description The member's qualifications, by name. */
            qualifications?: components["schemas"]["QualificationHeld"][];
            createdAt?: components["schemas"]["Timestamp"];
            updatedAt?: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the profile was last synced from the platform; null if never.
             */
            syncedAt?: string | null;
        };
        /** @description A role that the member holds on the platform. */
        MemberRole: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The role's name on the platform. */
            name: string;
            /** @description Whether the role is a rank. */
            managed: boolean;
        };
        /**
         * @description A property of `Member`.
         * @enum {string}
         */
        MemberField: "userId" | "username" | "displayName" | "experience" | "quotaPoints" | "rank" | "roles" | "medals" | "qualifications" | "createdAt" | "updatedAt" | "syncedAt";
        /** @description Up to 100 members, by user id, by username or both. */
        MemberLookupRequest: {
            /** @description User ids. */
            userIds?: components["schemas"]["UserIdInput"][];
            /** @description Usernames, in any case. */
            usernames?: components["schemas"]["UsernameInput"][];
            /** @description The properties of the members; all if absent. */
            fields?: components["schemas"]["MemberField"][];
        };
        /**
         * @description A platform username.
         * @example Builder
         */
        UsernameInput: string;
        /** @description The members that were looked up. */
        MemberLookupAnswer: {
            data: components["schemas"]["MemberLookup"];
        };
        /** @description The members of a lookup. */
        MemberLookup: {
            /** @description The members, by user id. */
            members: components["schemas"]["MemberFields"][];
            missing: components["schemas"]["MissingMembers"];
            /** @description Members that exist but did not fit: look them up in another request. */
            remaining: components["schemas"]["UserId"][];
        };
        /** @description What no stored member has. */
        MissingMembers: {
            /** @description User ids. */
            userIds: components["schemas"]["UserId"][];
            /** @description Usernames, as requested. */
            usernames: string[];
        };
        /**
         * @description The id of a key, which is not secret.
         * @example 4kTq7ZpB2xWm
         */
        KeyId: string;
        /**
         * @description What the key is for.
         * @example Game server
         */
        KeyName: string;
        /**
         * @description A scope; see `x-scopes`. Scopes may be added.
         * @example members.read
         */
        ScopeName: string;
        /**
         * @description A network in CIDR notation.
         * @example 203.0.113.0/24
         */
        NetworkAddress: string;
        /**
         * Format: int32
         * @description The highest rank (rankId) that may be given or taken away.
         * @example 100
         */
        HighestRankGiven: number;
        /**
         * Format: int32
         * @description No member that holds a lower rank (rankId) is changed.
         * @example 0
         */
        LowestRankTouched: number;
        /**
         * Format: int32
         * @description No member that holds a higher rank (rankId) is changed.
         * @example 100
         */
        HighestRankTouched: number;
        /**
         * Format: int32
         * @description How often the caller may take something from a member in any hour; null: any number. A take is a change after which a member has a lower rank, or lacks a role, a medal or a qualification; also a suspension, and an entry of the blacklist. What changes nothing is no take, nor are promotions, awards and points.
         * @example 300
         */
        TakesPerHourLimit: number | null;
        /** @description Whether the key may act for a member, whom `X-On-Behalf-Of` names; false by default. A caller without it cannot give it. */
        ActFor: boolean;
        /**
         * Format: date-time
         * @description Since when every write is refused, because somebody paused it; null if it is not paused.
         */
        PausedAt: string | null;
        /**
         * @description Only an enabled key is accepted.
         * @enum {string}
         */
        ApiKeyState: "enabled" | "disabled" | "expired" | "revoked";
        /** @description A key, without its secret. */
        ApiKey: {
            keyId: components["schemas"]["KeyId"];
            name: components["schemas"]["KeyName"];
            /** @description The scopes that were granted. */
            scopes: components["schemas"]["ScopeName"][];
            state: components["schemas"]["ApiKeyState"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description The key whose request created it; null if a person or the operator did. */
            createdByKeyId: string | null;
            createdBy: components["schemas"]["CredentialAuthor"];
            /** @description The day of the last use in UTC; null if never used. */
            lastUsedOn: string | null;
            /**
             * Format: date-time
             * @description When the key expires; null if never.
             */
            expiresAt: string | null;
            /** @description The networks from which the key may be used; null if from everywhere. */
            allowedAddresses: components["schemas"]["NetworkAddress"][] | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revokedAt: string | null;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            actFor: components["schemas"]["ActFor"];
            pausedAt: components["schemas"]["PausedAt"];
            /** @description The domain of the user ids in requests and replies of the key; null for the ids of the group. */
            domain?: string | null;
        };
        /** @description A new key with its secret. */
        NewApiKey: {
            keyId: components["schemas"]["KeyId"];
            name: components["schemas"]["KeyName"];
            /** @description The scopes that were granted. */
            scopes: components["schemas"]["ScopeName"][];
            state: components["schemas"]["ApiKeyState"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description The key whose request created it; null if a person or the operator did. */
            createdByKeyId: string | null;
            createdBy: components["schemas"]["CredentialAuthor"];
            /** @description The day of the last use in UTC; null if never used. */
            lastUsedOn: string | null;
            /**
             * Format: date-time
             * @description When the key expires; null if never.
             */
            expiresAt: string | null;
            /** @description The networks from which the key may be used; null if from everywhere. */
            allowedAddresses: components["schemas"]["NetworkAddress"][] | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revokedAt: string | null;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            actFor: components["schemas"]["ActFor"];
            pausedAt: components["schemas"]["PausedAt"];
            /** @description The domain of the user ids in requests and replies of the key; null for the ids of the group. */
            domain?: string | null;
            /** @description The API key for `Authorization: Bearer`. It is not returned again: null in the answer to a repeated request. */
            key: string | null;
        };
        /** @description The key or person that made it, or invited the person last; the operator, on the command line. */
        CredentialAuthor: {
            kind: components["schemas"]["StaffActorKind"];
            /** @description The key id or the id of the person; null for the operator. */
            id: string | null;
        };
        /** @description The live keys and people that a key or a person made, and that these made, oldest first; the first 1000. */
        Dependants: components["schemas"]["Dependant"][];
        /** @description A key or a person that the key or the person made, or that something made by it did; also a person whom it invited last. */
        Dependant: {
            kind: components["schemas"]["DependantKind"];
            /** @description The key id or the id of the person. */
            id: string;
            /** @description Its name; null for a person, if the caller may not read people. */
            name: string | null;
            /** @description Whether this request ended it: a key is revoked, and a person disabled. */
            ended: boolean;
        };
        /**
         * @description Whether what was made stays or ends.
         * @default keep
         * @enum {string}
         */
        DependantsAction: "keep" | "end";
        /**
         * @description An API key, or a person of the staff.
         * @enum {string}
         */
        DependantKind: "key" | "person";
        /** @description What the key or the person made. */
        DependantsMeta: {
            dependants: components["schemas"]["Dependants"];
        };
        /** @description A key after a change. */
        ApiKeyChanged: {
            data: components["schemas"]["ApiKey"];
            meta: components["schemas"]["DependantsMeta"];
        };
        /** @description A key. */
        ApiKeyReply: {
            data: components["schemas"]["ApiKey"];
        };
        /** @description A new key with its secret. */
        NewApiKeyReply: {
            data: components["schemas"]["NewApiKey"];
        };
        /** @description One page of keys. */
        ApiKeyPage: {
            /** @description The keys, oldest first. */
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The scopes of the key, among those of the calling key. */
        KeyScopesInput: components["schemas"]["ScopeName"][];
        /** @description Addresses and networks in CIDR notation from which the key may be used. Bits after the prefix are cleared. */
        KeyNetworksInput: components["schemas"]["NetworkInput"][];
        /**
         * @description An address or a network.
         * @example 203.0.113.0/24
         */
        NetworkInput: string;
        /**
         * @description What a key is for. `game_server`: awards experience, quota points and medals, reports ids of players, and opens and submits
         *     forms. `recruiting_bot`: reviews responses, decides on requests to join and links chat accounts, also for a member.
         *     `staff_bot`: what staff do in a chat, for the member who asks: ranks, awards, reviews, moderation and events. `read_only`:
         *     shows members, ranks, awards, forms and events, and changes nothing. It stands for scopes, takes an hour and `actFor`; a
         *     property that is sent beside it replaces its own.
         * @enum {string}
         */
        KeyPreset: "game_server" | "recruiting_bot" | "staff_bot" | "read_only";
        /** @description A new key, with `scopes` or a `preset`. `neverExpires` and `anyAddress` need a calling key without expiry or networks. Without bounds it has those of the calling key. */
        ApiKeyCreate: {
            name: components["schemas"]["KeyName"];
            preset?: components["schemas"]["KeyPreset"];
            scopes?: components["schemas"]["KeyScopesInput"];
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            /** @description True instead of `expiresAt`. */
            neverExpires?: boolean;
            allowedAddresses?: components["schemas"]["KeyNetworksInput"];
            /** @description True instead of `allowedAddresses`. */
            anyAddress?: boolean;
            highestRankGiven?: components["schemas"]["HighestRankGiven"];
            lowestRankTouched?: components["schemas"]["LowestRankTouched"];
            highestRankTouched?: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit?: components["schemas"]["TakesPerHourLimit"];
            actFor?: components["schemas"]["ActFor"];
            domain?: components["schemas"]["Domain"];
        };
        /** @description The changes. `neverExpires` and `anyAddress` need a calling key without expiry or networks. */
        ApiKeyUpdate: {
            name?: components["schemas"]["KeyName"];
            scopes?: components["schemas"]["KeyScopesInput"];
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            /** @description True instead of `expiresAt`. */
            neverExpires?: boolean;
            allowedAddresses?: components["schemas"]["KeyNetworksInput"];
            /** @description True instead of `allowedAddresses`. */
            anyAddress?: boolean;
            highestRankGiven?: components["schemas"]["HighestRankGiven"];
            lowestRankTouched?: components["schemas"]["LowestRankTouched"];
            highestRankTouched?: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit?: components["schemas"]["TakesPerHourLimit"];
            actFor?: components["schemas"]["ActFor"];
            /** @description False disables the key until it is enabled again. */
            enabled?: boolean;
            /** @description True refuses every write of the key (403 `key_paused`), while it may still read. False resumes it. */
            paused?: boolean;
        };
        /** @description Options of a rotation. */
        KeyRotation: {
            /**
             * Format: int32
             * @description How long the old key stays valid, 3600 by default; at most until its own expiry.
             */
            overlapSeconds?: number;
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            /** @description True instead of `expiresAt`. */
            neverExpires?: boolean;
        };
        /**
         * @description The display name of the community.
         * @example Northern Watch
         */
        CommunityName: string;
        /**
         * Format: int64
         * @description The most that one request awards a member: larger increments and decrements are reduced to it.
         */
        AwardLimitPerChange: number;
        /** @description Settings of the community. */
        CommunitySettings: {
            name: components["schemas"]["CommunityName"];
            experienceAwardLimit: components["schemas"]["AwardLimitPerChange"];
            quotaAwardLimit: components["schemas"]["AwardLimitPerChange"];
            singleRank: components["schemas"]["SingleRank"];
            alarmChangesPerMinute: components["schemas"]["AlarmChangesPerMinute"];
        };
        /** @description Every assignable role is a rank: a rank change takes all other roles away. */
        SingleRank: boolean;
        /**
         * Format: int32
         * @description More role changes, removals and bans of members by hand in any 60 seconds raise the alarm of the group, which stops nothing. 50 by default; null: no alarm.
         * @example 50
         */
        AlarmChangesPerMinute: number | null;
        /** @description Settings of the community. */
        CommunitySettingsReply: {
            data: components["schemas"]["CommunitySettings"];
        };
        /** @description The settings after a write. */
        CommunitySettingsWritten: {
            data: components["schemas"]["CommunitySettings"];
            meta: components["schemas"]["ConfigurationMeta"];
        };
        /** @description Changes of the settings; absent properties stay. */
        CommunitySettingsUpdate: {
            name?: components["schemas"]["CommunityName"];
            experienceAwardLimit?: components["schemas"]["AwardLimitPerChange"];
            quotaAwardLimit?: components["schemas"]["AwardLimitPerChange"];
            singleRank?: components["schemas"]["SingleRank"];
            alarmChangesPerMinute?: components["schemas"]["AlarmChangesPerMinute"];
        };
        /** @description The connection of the community to its group on the game platform. */
        PlatformConnection: {
            state: components["schemas"]["PlatformConnectionState"];
            /**
             * @description The group on the game platform; null if there is no connection.
             * @example 5812734
             */
            groupId: string | null;
            /**
             * Format: date-time
             * @description When the stored credential was set; null if there is no connection.
             */
            connectedAt: string | null;
            /**
             * Format: date-time
             * @description Since when the writes to the group are paused; null if they are not.
             */
            pausedAt: string | null;
            /**
             * Format: date-time
             * @description The last change by hand of the newest alarm of the group (`alarmChangesPerMinute`); null if there was none.
             */
            alarmedAt: string | null;
        };
        /**
         * @description `none`: the operator has not connected the community. `connected`: it works. `paused`: the writes to the group wait. `reconnect_required`:
         *     the platform refuses the credential; the writes may be paused, too (`pausedAt`). Values may be added.
         * @enum {string}
         */
        PlatformConnectionState: "none" | "connected" | "paused" | "reconnect_required";
        /** @description The platform connection. */
        PlatformConnectionReply: {
            data: components["schemas"]["PlatformConnection"];
        };
        /** @description The platform connection after a write. */
        PlatformConnectionWritten: {
            data: components["schemas"]["PlatformConnection"];
            meta: components["schemas"]["ConfigurationMeta"];
        };
        /** @description The change. */
        PlatformConnectionUpdate: {
            /** @description True pauses the writes to the group, false resumes them. */
            paused: boolean;
        };
        /** @description The plans that the community holds. */
        CommunityPlanList: {
            /** @description The subscription and the trial. */
            data: components["schemas"]["CommunityPlan"][];
        };
        /** @description A plan that the community holds. */
        CommunityPlan: {
            kind: components["schemas"]["PlanKind"];
            /**
             * @description The name of the plan.
             * @example standard
             */
            plan: string;
            /** @description Whether it has not ended. */
            live: boolean;
            /**
             * Format: date-time
             * @description When it ends; null if it has no end.
             */
            endsAt: string | null;
            /** @description Whether it includes the API. */
            apiAccess: boolean;
            /** @description Whether it includes automatic grading. */
            automaticGrading: boolean;
            /** @description The features of operations that it includes. */
            features: string[];
        };
        /**
         * @description How the community holds a plan.
         * @enum {string}
         */
        PlanKind: "subscription" | "trial";
        /** @description The key of the request. */
        CurrentKeyAnswer: {
            data: components["schemas"]["CurrentKey"];
        };
        /** @description What the key of the request may do. */
        CurrentKey: {
            /** @description The community of the key. */
            communityId: string;
            keyId: components["schemas"]["KeyId"];
            name: components["schemas"]["KeyName"];
            /** @description The scopes that were granted. */
            scopes: components["schemas"]["ScopeName"][];
            /**
             * Format: date-time
             * @description When the key expires; null if never.
             */
            expiresAt: string | null;
            /** @description The networks from which the key may be used; null if from everywhere. */
            allowedAddresses: components["schemas"]["NetworkAddress"][] | null;
            /** @description The domain of the user ids in requests and replies of the key; null for the ids of the group. */
            domain?: string | null;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            actFor: components["schemas"]["ActFor"];
            pausedAt: components["schemas"]["PausedAt"];
            rateLimit: components["schemas"]["KeyRateLimit"];
            /**
             * Format: int32
             * @description Requests per minute to the application access routes; null if they are not limited. What is left is in the headers of these routes.
             */
            accessLimit: number | null;
        };
        /** @description The limit of the key and what is left of it after this request; null if requests are not limited. */
        KeyRateLimit: {
            /**
             * Format: int32
             * @description Requests per minute.
             */
            limit: number;
            /**
             * Format: int32
             * @description Requests that are accepted now.
             */
            remaining: number;
            /**
             * Format: int32
             * @description Milliseconds until the count begins to fall.
             */
            resetMs: number;
        } | null;
        /** @description The top of the leaderboard. */
        LeaderboardAnswer: {
            /** @description Members, most experience first. */
            data: components["schemas"]["LeaderboardEntry"][];
        };
        /** @description A member on the leaderboard, with the properties that `fields` selects, or with all of them. */
        LeaderboardEntry: {
            place: components["schemas"]["LeaderboardPlaceNumber"];
            userId: components["schemas"]["UserId"];
            /** @description The platform username as last synced; null until then. */
            username: string | null;
            /** @description The platform display name as last synced; null until then. */
            displayName?: string | null;
            /**
             * Format: int64
             * @description Experience.
             */
            experience?: number;
        };
        /**
         * @description A property of `LeaderboardEntry`.
         * @enum {string}
         */
        LeaderboardField: "place" | "userId" | "username" | "displayName" | "experience";
        /**
         * Format: int64
         * @description One more than the number of members with more experience; null when they are too many to count.
         */
        LeaderboardPlaceNumber: number | null;
        /** @description A member's place. */
        LeaderboardPlaceAnswer: {
            data: components["schemas"]["LeaderboardPlace"];
            meta: components["schemas"]["LeaderboardMeta"];
        };
        /** @description A member's place and the members around it. */
        LeaderboardPlace: {
            place: components["schemas"]["LeaderboardPlaceNumber"];
            /** @description The members above, the member and the members below, most experience first. */
            around: components["schemas"]["LeaderboardEntry"][];
        };
        /** @description How the places were counted. */
        LeaderboardMeta: {
            /**
             * Format: date-time
             * @description Time of the last count; null if places were counted for this request.
             */
            countedAt: string | null;
        };
        /** @description A medal of a member. */
        MedalHeld: {
            name: components["schemas"]["AwardName"];
            /**
             * Format: int32
             * @description Occurrences of this medal.
             */
            count: number;
            awardedAt: components["schemas"]["Timestamp"];
        };
        /** @description A qualification of a member. */
        QualificationHeld: {
            name: components["schemas"]["AwardName"];
            awardedAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: int64
         * @description The platform role resource id.
         * @example 99513314
         */
        RankUniqueId: number;
        /**
         * Format: int32
         * @description The rank number.
         * @example 50
         */
        RankId: number;
        /** @description A rank of the community. */
        Rank: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The rank's name on the platform. */
            name: string;
            /**
             * Format: int64
             * @description Members with this rank; null if the platform does not report it.
             */
            memberCount: number | null;
            autoRank: components["schemas"]["AutoRankThreshold"];
            /** @description Whether a key may give the role: it is neither guest nor owner, and `givenByPeople` is not true. */
            assignable: boolean;
            /** @description Whether the role is a rank. Rank changes never give or take a role that is not, such as Moderator or VIP. */
            managed: boolean;
            /** @description Whether people alone give the role, and no key does (`updateRank`, `assignable`). Null while nobody has answered, which restricts nothing. */
            givenByPeople: boolean | null;
            powers: components["schemas"]["RankPowers"];
        };
        /** @description What the platform lets a holder of the role do to members, at the last sync. Null if it did not tell. */
        RankPowers: components["schemas"]["RankPower"][] | null;
        /**
         * @description To remove or ban members, to change ranks of others, or to accept requests to join; values may be added.
         * @enum {string}
         */
        RankPower: "remove" | "ban" | "rank" | "accept";
        /** @description The experience from which AutoRank assigns this rank; null when it never does. */
        AutoRankThreshold: {
            /**
             * Format: int64
             * @description The threshold.
             */
            experience: number;
        } | null;
        /** @description One rank. */
        RankReply: {
            data: components["schemas"]["Rank"];
        };
        /** @description All ranks, lowest rank number first. */
        RankList: {
            /** @description The ranks. */
            data: components["schemas"]["Rank"][];
        };
        /**
         * @description A part of a name.
         * @example build
         */
        NamePart: string;
        /**
         * @description Both values ask for it.
         * @example 1
         * @enum {string}
         */
        PageExtra: "1" | "true";
        /** @description How many records there are over all pages. Counted up to 10,000. */
        Total: {
            /**
             * Format: int32
             * @description The number; if it is not exact, how many were found: 10,000, or fewer in `listMembers` with filters.
             */
            count: number;
            /** @description Whether `count` is the number; false: there are more, or there may be in `listMembers` with filters. */
            exact: boolean;
        };
        /** @description The position of a page of members. */
        MemberCursor: string;
        /**
         * @description A property that members are sorted by.
         * @default userId
         * @enum {string}
         */
        MemberSort: "userId" | "experience" | "updatedAt";
        /**
         * @description Ascending or descending.
         * @default asc
         * @enum {string}
         */
        SortOrder: "asc" | "desc";
        /**
         * Format: int64
         * @description Experience.
         * @example 1000
         */
        ExperienceBound: number;
        /** @description One page of members. */
        MemberPage: {
            /** @description The members: all of their properties, or those that `fields` selects. */
            data: components["schemas"]["MemberFields"][];
            meta: components["schemas"]["MemberPageMeta"];
        };
        /**
         * @description A named set of scopes: one of the community's own, or a built-in one, each with those of the one before. `viewer` reads members,
         *     ranks, awards, events and forms. `reviewer` also decides responses. `moderator` also warns, suspends, blacklists, decides join
         *     requests and reads the audit log. `officer` also changes experience, quota points, awards, ranks and roles, runs events, edits
         *     forms and takes changes back. `administrator` has all scopes.
         * @example moderator
         */
        StaffRole: string;
        /** @description A staff role of the community. */
        OwnRole: {
            name: components["schemas"]["StaffRole"];
            /** @description The scopes. */
            scopes: components["schemas"]["ScopeName"][];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            /**
             * Format: int32
             * @description How many people have it.
             */
            people: number;
        };
        /** @description The scopes of a role, and the takes an hour of new people of it. */
        OwnRoleInput: {
            /** @description The scopes. */
            scopes: components["schemas"]["ScopeName"][];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
        };
        /** @description The community's own staff roles. */
        OwnRoleList: {
            /** @description The roles, by name. */
            data: components["schemas"]["OwnRole"][];
        };
        /** @description A staff role of the community. */
        OwnRoleReply: {
            data: components["schemas"]["OwnRole"];
        };
        /**
         * @description Only an active person can sign in. `invited`: without a passkey and without an account at the issuer.
         * @enum {string}
         */
        PersonState: "invited" | "active" | "disabled";
        /**
         * @description With what the person signs in: a passkey, or an account at the issuer; null before the invitation is used.
         * @enum {string|null}
         */
        PersonSignIn: "passkey" | "issuer" | null;
        /**
         * @description The name of the person, for the staff.
         * @example Ana
         */
        PersonName: string;
        /**
         * @description The id of the person.
         * @example per_k3v5q2m4n6p7r2s4t5u6
         */
        PersonId: string;
        /**
         * @description The id of the session.
         * @example ses_k3v5q2m4n6p7r2s4t5u6
         */
        SessionId: string;
        /** @description A person of the community's staff. */
        Person: {
            personId: components["schemas"]["PersonId"];
            name: components["schemas"]["PersonName"];
            role: components["schemas"]["StaffRole"];
            /** @description The account of the member that the person is; null when none is bound. */
            userId: string | null;
            /**
             * Format: int64
             * @description The role counts while the member holds this rank or a higher one; null: always.
             */
            lowestRankUniqueId: number | null;
            /** @description Whether the role counts now: by the rank that was read on the platform at most three minutes ago. */
            roleCounts: boolean;
            state: components["schemas"]["PersonState"];
            signIn: components["schemas"]["PersonSignIn"];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["CredentialAuthor"];
            invitedBy: components["schemas"]["CredentialAuthor"];
            /**
             * Format: date-time
             * @description When the person signed in last; null if never.
             */
            lastSignInAt: string | null;
            /**
             * Format: date-time
             * @description When the invitation ends; null without one.
             */
            invitationExpiresAt: string | null;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            pausedAt: components["schemas"]["PausedAt"];
        };
        /** @description A person with the link of an invitation. */
        InvitedPerson: {
            personId: components["schemas"]["PersonId"];
            name: components["schemas"]["PersonName"];
            role: components["schemas"]["StaffRole"];
            /** @description The account of the member that the person is; null when none is bound. */
            userId: string | null;
            /**
             * Format: int64
             * @description The role counts while the member holds this rank or a higher one; null: always.
             */
            lowestRankUniqueId: number | null;
            /** @description Whether the role counts now: by the rank that was read on the platform at most three minutes ago. */
            roleCounts: boolean;
            state: components["schemas"]["PersonState"];
            signIn: components["schemas"]["PersonSignIn"];
            createdAt: components["schemas"]["Timestamp"];
            createdBy: components["schemas"]["CredentialAuthor"];
            invitedBy: components["schemas"]["CredentialAuthor"];
            /**
             * Format: date-time
             * @description When the person signed in last; null if never.
             */
            lastSignInAt: string | null;
            /**
             * Format: date-time
             * @description When the invitation ends; null without one.
             */
            invitationExpiresAt: string | null;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            pausedAt: components["schemas"]["PausedAt"];
            /** @description The link. It is not returned again: null in the answer to a repeated request. */
            invitation: string | null;
        };
        /** @description A person after a change. */
        PersonChanged: {
            data: components["schemas"]["Person"];
            meta: components["schemas"]["DependantsMeta"];
        };
        /** @description A person. */
        PersonReply: {
            data: components["schemas"]["Person"];
        };
        /** @description A person with the link of an invitation. */
        InvitedPersonReply: {
            data: components["schemas"]["InvitedPerson"];
        };
        /** @description One page of people. */
        PersonPage: {
            /** @description The people, oldest first. */
            data: components["schemas"]["Person"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A new person. Without bounds it has those of the caller; without takes an hour those of the role, or of the caller if they are less. */
        PersonCreate: {
            name: components["schemas"]["PersonName"];
            role: components["schemas"]["StaffRole"];
            highestRankGiven?: components["schemas"]["HighestRankGiven"];
            lowestRankTouched?: components["schemas"]["LowestRankTouched"];
            highestRankTouched?: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit?: components["schemas"]["TakesPerHourLimit"];
            userId?: components["schemas"]["UserIdInput"];
            lowestRankUniqueId?: components["schemas"]["RankUniqueId"];
        };
        /** @description Changes of a person. */
        PersonUpdate: {
            name?: components["schemas"]["PersonName"];
            role?: components["schemas"]["StaffRole"];
            highestRankGiven?: components["schemas"]["HighestRankGiven"];
            lowestRankTouched?: components["schemas"]["LowestRankTouched"];
            highestRankTouched?: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit?: components["schemas"]["TakesPerHourLimit"];
            userId?: components["schemas"]["UserIdInput"];
            /** @description True: the person is bound to no member any more. */
            removeMember?: boolean;
            lowestRankUniqueId?: components["schemas"]["RankUniqueId"];
            /** @description True: the role counts without a rank. */
            removeLowestRank?: boolean;
            /** @description Whether the person may sign in. */
            enabled?: boolean;
            /** @description True refuses every write of the person (403 `person_paused`), who may still read. False resumes the person. */
            paused?: boolean;
        };
        /** @description A session of a person. */
        Session: {
            sessionId: components["schemas"]["SessionId"];
            personId: components["schemas"]["PersonId"];
            personName: components["schemas"]["PersonName"];
            /** @description The browser, as its `User-Agent` says; null without one. */
            client: string | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description The last use; at most a minute late.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends at the latest.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was revoked or the person signed out; null otherwise.
             */
            endedAt: string | null;
        };
        /** @description A session. */
        SessionReply: {
            data: components["schemas"]["Session"];
        };
        /** @description One page of sessions. */
        SessionPage: {
            /** @description The sessions, newest first. */
            data: components["schemas"]["Session"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The session of the request. */
        CurrentSession: {
            /** @description The community. */
            communityId: string;
            /** @description The name of the community. */
            communityName: string;
            sessionId: components["schemas"]["SessionId"];
            personId: components["schemas"]["PersonId"];
            name: components["schemas"]["PersonName"];
            role: components["schemas"]["StaffRole"];
            /** @description The scopes of the role. */
            scopes: components["schemas"]["ScopeName"][];
            /**
             * Format: date-time
             * @description When the session ends at the latest.
             */
            expiresAt: string;
            highestRankGiven: components["schemas"]["HighestRankGiven"];
            lowestRankTouched: components["schemas"]["LowestRankTouched"];
            highestRankTouched: components["schemas"]["HighestRankTouched"];
            takesPerHourLimit: components["schemas"]["TakesPerHourLimit"];
            pausedAt: components["schemas"]["PausedAt"];
            /**
             * Format: date-time
             * @description When the person last proved to be the one: at the sign-in, or by `proveSession`.
             */
            provedAt: string;
        };
        /** @description The session of the request. */
        CurrentSessionReply: {
            data: components["schemas"]["CurrentSession"];
        };
        /** @description What the browser asks a passkey to sign. */
        SignInChallenge: {
            challenge: components["schemas"]["ChallengeBytes"];
            relyingPartyId: components["schemas"]["RelyingPartyId"];
            /** @description The name of the issuer that `beginIssuerSignIn` uses; null without one. */
            issuerName: string | null;
            /** @description The same, where players may sign in with it to apply: its accounts are chat accounts. */
            applicantIssuerName: string | null;
        };
        /** @description A challenge. */
        SignInChallengeReply: {
            data: components["schemas"]["SignInChallenge"];
        };
        /** @description Begins a sign-in with the issuer. */
        IssuerSignInBegin: {
            invitation?: components["schemas"]["InvitationSecret"];
            /**
             * @description The community to sign in to, where the account belongs to people of several; needed with `applicant`.
             * @example cmt_k3v5q2m4n6p7r2s4t5u6
             */
            communityId?: string;
            /** @description Sign in a player who applies, by the platform account that is linked to the chat account. */
            applicant?: boolean;
            userId?: components["schemas"]["UserIdInput"];
            /** @description For `proveSession`, and no sign-in: the issuer is asked to have seen the person within five minutes (`max_age`). */
            prove?: boolean;
        };
        /** @description Where the browser goes. */
        IssuerSignIn: {
            /** @description The address at the issuer. */
            authorizationUrl: string;
        };
        /** @description Where the browser goes. */
        IssuerSignInReply: {
            data: components["schemas"]["IssuerSignIn"];
        };
        /** @description The answer of the issuer. */
        IssuerSignInFinish: {
            /** @description The parameter `code`. */
            code: string;
            /** @description The parameter `state`. */
            state: string;
            /** @description The parameter `iss` (RFC 9207), where the issuer sends it. */
            iss?: string;
        };
        /** @description Bytes in base64url. */
        ChallengeBytes: string;
        /** @description The host name that passkeys belong to: that of PUBLIC_URL. */
        RelyingPartyId: string;
        /** @description What the browser makes a passkey of. */
        RegistrationChallenge: {
            challenge: components["schemas"]["ChallengeBytes"];
            relyingPartyId: components["schemas"]["RelyingPartyId"];
            /** @description The name of the community. */
            communityName: string;
            /** @description The id of the person for the passkey, in base64url. */
            userHandle: string;
            userName: components["schemas"]["PersonName"];
        };
        /** @description A challenge. */
        RegistrationChallengeReply: {
            data: components["schemas"]["RegistrationChallenge"];
        };
        /** @description Begins a registration. */
        RegistrationBegin: {
            invitation: components["schemas"]["InvitationSecret"];
        };
        /** @description What follows `invitation=` in the link. */
        InvitationSecret: string;
        /** @description Bytes in base64url. */
        PasskeyBytes: string;
        /** @description A new passkey. */
        PasskeyRegistration: {
            invitation: components["schemas"]["InvitationSecret"];
            credentialId: components["schemas"]["PasskeyBytes"];
            clientDataJSON: components["schemas"]["PasskeyBytes"];
            attestationObject: components["schemas"]["PasskeyBytes"];
        };
        /** @description The assertion of a passkey. */
        SignInAssertion: {
            credentialId: components["schemas"]["PasskeyBytes"];
            userHandle: components["schemas"]["PasskeyBytes"];
            clientDataJSON: components["schemas"]["PasskeyBytes"];
            authenticatorData: components["schemas"]["PasskeyBytes"];
            signature: components["schemas"]["PasskeyBytes"];
        };
        /** @description A proof of the person of a session: exactly one of the two. */
        SessionProof: {
            passkey?: components["schemas"]["SignInAssertion"];
            issuer?: components["schemas"]["IssuerSignInFinish"];
        };
        /** @description The next page. */
        PageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description The next page, and what `total` asks for. */
        MemberPageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
            total?: components["schemas"]["Total"];
        };
        /** @description What `names` asks for, of the operations that take it. */
        NamedMeta: {
            names?: components["schemas"]["Names"];
        };
        /** @description The next page, and what `names` and `total` ask for. */
        NamedPageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
            names?: components["schemas"]["Names"];
            total?: components["schemas"]["Total"];
        };
        /**
         * @description The names that are stored for ids of the page or record: the first 200 accounts, 256 ranks, and 100 of each other kind. Ids without a name, such as those of erased accounts, are left
         *     out. The ids of an entry whose details the caller may not read count as absent.
         */
        Names: {
            /** @description Members and applicants. */
            accounts: components["schemas"]["AccountName"][];
            /** @description API keys, also revoked ones. */
            keys: components["schemas"]["NameOfKey"][];
            /** @description People of the staff. */
            people: components["schemas"]["NameOfPerson"][];
            /** @description Ranks and roles, as last synced. */
            ranks: components["schemas"]["RankSummary"][];
            /** @description Forms, also deleted ones. */
            applications: components["schemas"]["NameOfForm"][];
        };
        /** @description The names of an account. */
        AccountName: {
            userId: components["schemas"]["UserId"];
            username: components["schemas"]["StoredUsername"];
            /** @description The platform display name as last synced. */
            displayName: string | null;
        };
        /**
         * @description The platform username as last synced.
         * @example brambleton42
         */
        StoredUsername: string;
        /** @description The name of a key. */
        NameOfKey: {
            keyId: components["schemas"]["KeyId"];
            name: components["schemas"]["KeyName"];
        };
        /** @description The name of a person. */
        NameOfPerson: {
            personId: components["schemas"]["PersonId"];
            name: components["schemas"]["PersonName"];
        };
        /** @description The name of a form. */
        NameOfForm: {
            applicationId: components["schemas"]["ApplicationId"];
            name: components["schemas"]["FormName"];
        };
        /** @description One page of the responses to all forms. */
        AllResponsesPage: {
            /** @description The responses. */
            data: components["schemas"]["ResponseItem"][];
            meta: components["schemas"]["AllResponsesMeta"];
        };
        /** @description The next page, and what `names` and `total` ask for. */
        AllResponsesMeta: {
            nextCursor: components["schemas"]["NextCursor"];
            names?: components["schemas"]["Names"];
            total?: components["schemas"]["Total"];
            /** @description With `total`: the forms that have such responses, newest first. */
            forms?: components["schemas"]["FormTotal"][];
        };
        /** @description How many responses a form has. */
        FormTotal: {
            applicationId: components["schemas"]["ApplicationId"];
            name: components["schemas"]["FormName"];
            total: components["schemas"]["Total"];
        };
        /**
         * @description The order of responses.
         * @default newest
         * @enum {string}
         */
        ResponseOrder: "newest" | "oldest";
        /**
         * @description What AutoRank did. `unchanged`: the rank matches the experience. `changed`: the rank was changed on the platform.
         *     `queued`: the rank change did not succeed in the time of the request and follows, decided by the experience and the roles
         *     at that time; `operationId` is its operation, unless the deployment has no asynchronous operations. `skipped`: AutoRank did
         *     not apply, see `reason`.
         */
        AutoRankOutcome: {
            outcome: components["schemas"]["AutoRankResult"];
            /** @description With `skipped`, the reason: `profile_fresh`, `not_connected`, `disabled`, `no_ladder`, `not_in_group`, `outside_ladder`, `demotion_not_allowed`, `suspended`, `blacklisted`, `rank_ambiguous`, `rank_out_of_bounds`, `writes_paused` (somebody paused the writes to the group), or an error code. */
            reason?: string;
            /** @description With `queued`, the operation of the rank change. */
            operationId?: string;
        };
        /**
         * @description Whether AutoRank changed the rank.
         * @enum {string}
         */
        AutoRankResult: "unchanged" | "changed" | "queued" | "skipped";
        /** @description A member and the result of the sync. */
        MemberFetched: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["MemberFetchedMeta"];
        };
        /**
         * @description Both values sync the profile.
         * @enum {string}
         */
        ProfileRefresh: "1" | "true";
        /** @description The freshness of the profile. */
        MemberFetchedMeta: {
            sync: components["schemas"]["ProfileSync"];
            autoRank: components["schemas"]["AutoRankOutcome"];
        };
        /** @description Whether the profile was synced from the platform. */
        ProfileSync: {
            outcome: components["schemas"]["ProfileSyncResult"];
            /** @description With `skipped` and `failed`, the error code of a refresh. */
            code: string | null;
        };
        /**
         * @description `fresh`: within the staleness window. `synced`: just now. `skipped`: no connection. `failed`: the stored profile is returned.
         * @enum {string}
         */
        ProfileSyncResult: "fresh" | "synced" | "skipped" | "failed";
        /** @description A change of experience or quota points. */
        PointsChange: {
            op: components["schemas"]["PointsOperation"];
            /**
             * Format: int64
             * @description The difference, or the new value.
             */
            amount: number;
            /** @description The reason, stored in the audit entry. */
            reason?: string;
        };
        /**
         * @description What the amount does to the points.
         * @enum {string}
         */
        PointsOperation: "increment" | "decrement" | "set";
        /** @description The member and the result of the change. */
        ExperienceChanged: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["ExperienceChangedMeta"];
        };
        /** @description The result. */
        ExperienceChangedMeta: {
            appliedAmount: components["schemas"]["AppliedAmount"];
            clamped: components["schemas"]["Clamped"];
            change: components["schemas"]["StoredChange"];
            auditId: components["schemas"]["AuditId"];
            autoRank: components["schemas"]["AutoRankOutcome"];
        };
        /** @description The member and the result of the change. */
        QuotaPointsChanged: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["QuotaPointsChangedMeta"];
        };
        /** @description The result. */
        QuotaPointsChangedMeta: {
            appliedAmount: components["schemas"]["AppliedAmount"];
            clamped: components["schemas"]["Clamped"];
            change: components["schemas"]["StoredChange"];
            auditId: components["schemas"]["AuditId"];
        };
        /**
         * Format: int64
         * @description The amount after the award limit.
         * @example 25
         */
        AppliedAmount: number;
        /**
         * @description Whether the award limit reduced the amount.
         * @example false
         */
        Clamped: boolean;
        /**
         * Format: int64
         * @description The signed change of the stored value.
         * @example 25
         */
        StoredChange: number;
        /** @description The rank to assign, by exactly one of its two ids. */
        RankTarget: {
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            rankId?: components["schemas"]["RankId"];
        };
        /** @description The member and the result of the rank change. */
        RankChanged: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["RankChangedMeta"];
        };
        /** @description The result. */
        RankChangedMeta: {
            /** @description False when there was nothing to change: the member had the rank or the role already, or did not have the role. */
            changed: boolean;
            auditId: components["schemas"]["AuditId"];
            roles?: components["schemas"]["RolesWritten"];
        };
        /** @description What the rank change did on the platform; absent when nothing changed. No other role was named. */
        RolesWritten: {
            /** @description The roles that were given. */
            assigned: components["schemas"]["RankSummary"][];
            /** @description The roles that were taken. */
            unassigned: components["schemas"]["RankSummary"][];
        };
        /** @description A medal or qualification, by its name. */
        AwardByName: {
            name: components["schemas"]["AwardName"];
        };
        /** @description The member and the result. */
        AwardChanged: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["AwardChangedMeta"];
        };
        /** @description The result. */
        AwardChangedMeta: {
            /**
             * Format: int32
             * @description Occurrences added or removed; 0 when nothing changed.
             */
            change: number;
            auditId: components["schemas"]["AuditId"];
        };
        /**
         * @description Identifies a form.
         * @example app_k3v5q2m4n6p7r2s4t5u6
         */
        ApplicationId: string;
        /**
         * @description Identifies a template.
         * @example tpl_k3v5q2m4n6p7r2s4t5u6
         */
        TemplateId: string;
        /**
         * @description Identifies a response.
         * @example rsp_k3v5q2m4n6p7r2s4t5u6
         */
        ResponseId: string;
        /**
         * @description The name of a form or template.
         * @example Pilot school
         */
        FormName: string;
        /**
         * Format: int32
         * @description The version of a form. Every update creates a new version.
         * @example 1
         */
        FormVersion: number;
        /**
         * @description The password of a form. It is stored hashed and never returned.
         * @example correct horse
         */
        FormPassword: string;
        /**
         * @description The password of the form, as the player entered it. An empty one counts as absent.
         * @example correct horse
         */
        ApplicantPassword: string;
        /**
         * @description The `cursor` of the next page; null when there is none.
         * @example null
         */
        NextCursor: string | null;
        /**
         * @description The id of a question or option, unique in its form and stable across versions.
         * @example q1
         */
        StableId: string;
        /**
         * @description Whether the form accepts responses.
         * @enum {string}
         */
        FormState: "open" | "closed";
        /** @description An option of a choice question. The server generates an absent id. */
        OptionInput: {
            id?: components["schemas"]["StableId"];
            /** @description The text of the option. */
            label: string;
        };
        /** @description A question. The server generates an absent id. */
        QuestionInput: components["schemas"]["TextQuestionInput"] | components["schemas"]["ChoiceQuestionInput"];
        /** @description A question that is answered with a text. */
        TextQuestionInput: {
            id?: components["schemas"]["StableId"];
            /**
             * @description `short` and `long` accept text of up to 300 and 4,000 characters. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short" | "long";
            /** @description The question. */
            title: string;
            /** @description Help text; empty by default. */
            description?: string;
            /** @description Whether an answer is required; true by default. */
            required?: boolean;
        };
        /** @description A question that is answered with options. */
        ChoiceQuestionInput: {
            id?: components["schemas"]["StableId"];
            /**
             * @description `single` accepts one option, `multiple` any number. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single" | "multiple";
            /** @description The question. */
            title: string;
            /** @description Help text; empty by default. */
            description?: string;
            /** @description Whether an answer is required; true by default. */
            required?: boolean;
            /** @description The options. */
            options: components["schemas"]["OptionInput"][];
            /** @description The ids of the correct options. */
            answerKey?: components["schemas"]["StableId"][];
        };
        /** @description How responses are graded. */
        Grading: {
            /**
             * Format: int32
             * @description The percentage of choice questions that must be answered exactly to pass. Null: staff review.
             */
            passPercentage: number | null;
        };
        /** @description How responses are graded. An empty object is the same as null; Luau sends `{passPercentage = nil}` as one. */
        GradingInput: {
            /**
             * Format: int32
             * @description The percentage of choice questions that must be answered exactly to pass. Null: staff review.
             */
            passPercentage?: number | null;
        };
        /** @description A platform group that the applicant must be in. */
        GroupRequirementInput: {
            groupId: components["schemas"]["GroupIdInput"];
            minimumRank?: components["schemas"]["MinimumGroupRank"];
        };
        /** @description A platform group that the applicant must be in. */
        GroupRequirement: {
            groupId: components["schemas"]["GroupId"];
            minimumRank?: components["schemas"]["MinimumGroupRank"];
        };
        /**
         * Format: int32
         * @description The lowest rank number in the group that is accepted.
         */
        MinimumGroupRank: number;
        /**
         * Format: int32
         * @description The minimum age of the platform account.
         */
        MinimumAccountAgeDays: number;
        /** @description Requirements for applicants. */
        EligibilityInput: {
            minimumAccountAgeDays?: components["schemas"]["MinimumAccountAgeDays"];
            /** @description Groups that the applicant must be in. */
            groups?: components["schemas"]["GroupRequirementInput"][];
        };
        /** @description Requirements for applicants. */
        Eligibility: {
            minimumAccountAgeDays?: components["schemas"]["MinimumAccountAgeDays"];
            /** @description Groups that the applicant must be in. */
            groups?: components["schemas"]["GroupRequirement"][];
        };
        /**
         * @description A complete form. Without `state`, a new form is closed and an update keeps the state. `joinRequests` needs `joins.write` too, and
         *     `passAwards` the scope of each kind of award.
         */
        DefinitionInput: {
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form; empty by default. */
            description?: string;
            state?: components["schemas"]["FormState"];
            /** @description The questions in order. */
            questions: components["schemas"]["QuestionInput"][];
            grading?: components["schemas"]["GradingInput"];
            eligibility?: components["schemas"]["EligibilityInput"];
            joinRequests?: components["schemas"]["JoinRequestUse"];
            passAwards?: components["schemas"]["PassAwardsInput"];
        };
        /**
         * @description What a pass gives to the applicant, once, in the transaction of the result: medals and qualifications at once, the rank and the roles
         *     as operations of the queue, behind the decision on a join request. Only what the caller may give can be set, and who may give it
         *     all may change who gets it; a reviewer needs no scope for it. The bounds of the author hold when it gives. Without it, a new form gives nothing, and an update keeps what the form gives; `{}` gives nothing. What cannot be given
         *     is withheld and the result is kept: an award that the account holds or that was archived, renamed or deleted, and a rank below the
         *     one that it holds. `given` of the audit entry `application.response.review` (`application.response.submit` for automatic grading)
         *     tells both.
         */
        PassAwardsInput: {
            /** @description Medals by name. */
            medals?: components["schemas"]["AwardName"][];
            /** @description Qualifications by name. */
            qualifications?: components["schemas"]["AwardName"][];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            /** @description Roles that are no ranks. */
            roleUniqueIds?: components["schemas"]["RankUniqueId"][];
        };
        /** @description What a pass gives to the applicant. */
        PassAwards: {
            /** @description Medals by name. */
            medals?: components["schemas"]["AwardName"][];
            /** @description Qualifications by name. */
            qualifications?: components["schemas"]["AwardName"][];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            /** @description Roles that are no ranks. */
            roleUniqueIds?: components["schemas"]["RankUniqueId"][];
        };
        /**
         * @description What the result of a response does to the account's request to join the group. `accept`: a pass accepts it. `decide`: a pass accepts
         *     it, and a fail declines it. `ignore`: nothing. Without it, a new form has `ignore`, and an update keeps what the form has. The decision
         *     is queued with the result (`join.accept`, `join.decline`); the result is kept when it fails.
         * @enum {string}
         */
        JoinRequestUse: "ignore" | "accept" | "decide";
        /** @description An option of a choice question. */
        Option: {
            id: components["schemas"]["StableId"];
            /** @description The text of the option. */
            label: string;
        };
        /** @description A question as a player sees it. */
        Question: components["schemas"]["TextQuestion"] | components["schemas"]["ChoiceQuestion"];
        /** @description A question with its answer key. */
        KeyedQuestion: components["schemas"]["TextQuestion"] | components["schemas"]["KeyedChoiceQuestion"];
        /** @description A question that is answered with a text. */
        TextQuestion: {
            id: components["schemas"]["StableId"];
            /**
             * @description `short` and `long` accept text of up to 300 and 4,000 characters. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "short" | "long";
            /** @description The question. */
            title: string;
            /** @description Help text. */
            description: string;
            /** @description Whether an answer is required. */
            required: boolean;
        };
        /** @description A question that is answered with options. */
        ChoiceQuestion: {
            id: components["schemas"]["StableId"];
            /**
             * @description `single` accepts one option, `multiple` any number. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single" | "multiple";
            /** @description The question. */
            title: string;
            /** @description Help text. */
            description: string;
            /** @description Whether an answer is required. */
            required: boolean;
            /** @description The options. */
            options: components["schemas"]["Option"][];
        };
        /** @description A question that is answered with options, with its answer key. */
        KeyedChoiceQuestion: {
            id: components["schemas"]["StableId"];
            /**
             * @description `single` accepts one option, `multiple` any number. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single" | "multiple";
            /** @description The question. */
            title: string;
            /** @description Help text. */
            description: string;
            /** @description Whether an answer is required. */
            required: boolean;
            /** @description The options. */
            options: components["schemas"]["Option"][];
            /** @description The ids of the correct options. */
            answerKey?: components["schemas"]["StableId"][];
        };
        /** @description A complete form as stored. It can be used as the definition of a new form. */
        Definition: {
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form. */
            description: string;
            state: components["schemas"]["FormState"];
            /** @description The questions in order. */
            questions: components["schemas"]["KeyedQuestion"][];
            grading: components["schemas"]["Grading"];
            eligibility?: components["schemas"]["Eligibility"];
            joinRequests?: components["schemas"]["JoinRequestUse"];
            passAwards?: components["schemas"]["PassAwards"];
        };
        /** @description A form's metadata, without questions, answer keys and password. */
        Application: {
            applicationId: components["schemas"]["ApplicationId"];
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form. */
            description: string;
            state: components["schemas"]["FormState"];
            version: components["schemas"]["FormVersion"];
            /** @description Whether open, submit and status require a password. */
            passwordRequired: boolean;
            /** @description Whether the form is required to join. A required form cannot be closed or deleted. */
            required: boolean;
            /** @description Whether responses are currently graded at submission: `grading.passPercentage` is set and the plan includes automatic grading. */
            automaticGrading: boolean;
            /**
             * Format: int32
             * @description The number of questions.
             */
            questionCount: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The forms that are required to join the community. */
        JoinRequirements: {
            /** @description The required forms, by id. */
            applicationIds: components["schemas"]["ApplicationId"][];
        };
        /** @description The join requirements. */
        JoinRequirementsReply: {
            data: components["schemas"]["JoinRequirements"];
        };
        /** @description A form. */
        ApplicationReply: {
            data: components["schemas"]["Application"];
        };
        /** @description The forms of a page and the cursor of the next page. */
        ApplicationPageData: {
            /** @description The forms. */
            items: components["schemas"]["Application"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of forms. */
        ApplicationPage: {
            data: components["schemas"]["ApplicationPageData"];
        };
        /** @description A form's metadata and its complete definition. */
        ApplicationConfiguration: {
            applicationId: components["schemas"]["ApplicationId"];
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form. */
            description: string;
            state: components["schemas"]["FormState"];
            version: components["schemas"]["FormVersion"];
            /** @description Whether open, submit and status require a password. */
            passwordRequired: boolean;
            /** @description Whether the form is required to join. A required form cannot be closed or deleted. */
            required: boolean;
            /** @description Whether responses are currently graded at submission: `grading.passPercentage` is set and the plan includes automatic grading. */
            automaticGrading: boolean;
            /**
             * Format: int32
             * @description The number of questions.
             */
            questionCount: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            definition: components["schemas"]["Definition"];
        };
        /** @description A form's configuration. */
        ConfigurationReply: {
            data: components["schemas"]["ApplicationConfiguration"];
        };
        /** @description A new form. */
        ApplicationCreate: {
            definition: components["schemas"]["DefinitionInput"];
            password?: components["schemas"]["FormPassword"];
        };
        /** @description A new version of a form. Other properties of the configuration are accepted and ignored. */
        ApplicationUpdate: {
            version: components["schemas"]["FormVersion"];
            definition: components["schemas"]["DefinitionInput"];
            /** @description Absent: the password is kept. A string replaces it. Null removes it. */
            password?: string | null;
            /** @description True removes the password, for clients that cannot send null. */
            removePassword?: boolean;
        };
        /** @description The current version, unless it is in the query. */
        ApplicationDelete: {
            version?: components["schemas"]["FormVersion"];
        };
        /** @description Changes for the copy. */
        ApplicationDuplicate: {
            name?: components["schemas"]["FormName"];
        };
        /** @description A template with its complete definition and answer keys. */
        Template: {
            templateId: components["schemas"]["TemplateId"];
            name: components["schemas"]["FormName"];
            definition: components["schemas"]["Definition"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A template. */
        TemplateReply: {
            data: components["schemas"]["Template"];
        };
        /** @description The templates of a page and the cursor of the next page. */
        TemplatePageData: {
            /** @description The templates. */
            items: components["schemas"]["Template"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of templates. */
        TemplatePage: {
            data: components["schemas"]["TemplatePageData"];
        };
        /** @description A new template. */
        TemplateCreate: {
            name: components["schemas"]["FormName"];
            definition: components["schemas"]["DefinitionInput"];
        };
        /**
         * @description The platform's global user id, as a string of digits or as a number.
         * @example 530662918
         */
        UserIdInput: number;
        /** @description A rank change. Send exactly one of `rankUniqueId`, `rankId` and `move`. */
        RankOperationRequest: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            rankId?: components["schemas"]["RankId"];
            move?: components["schemas"]["RankMove"];
            /**
             * Format: int32
             * @description The operation is cancelled if it is not sent within this time; 300 by default.
             */
            deadlineSeconds?: number;
            /** @description Cancel queued rank changes of the same member; false by default. */
            supersede?: boolean;
        };
        /** @description A decision on a request to join the group. */
        JoinOperationRequest: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            action: components["schemas"]["JoinAction"];
            /**
             * Format: int32
             * @description The operation is cancelled if it is not sent within this time; 300 by default.
             */
            deadlineSeconds?: number;
            /** @description Cancel queued decisions on the same account; false by default. */
            supersede?: boolean;
        };
        /**
         * @description Whether the account shall be in the group.
         * @enum {string}
         */
        JoinAction: "accept" | "decline";
        /** @description The decision on a request to join the group. */
        JoinDecided: {
            data: components["schemas"]["JoinDecision"];
            meta: components["schemas"]["JoinDecidedMeta"];
        };
        /** @description The account and the decision. */
        JoinDecision: {
            userId: components["schemas"]["UserId"];
            decision: components["schemas"]["JoinOutcome"];
        };
        /**
         * @description What was decided.
         * @enum {string}
         */
        JoinOutcome: "accepted" | "declined";
        /** @description The result. */
        JoinDecidedMeta: {
            /** @description False when there was nothing to change: the account was in the group already. */
            changed: boolean;
            auditId: components["schemas"]["AuditId"];
        };
        /** @description The assignment or removal of a role that is no rank. */
        RoleOperationRequest: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            roleUniqueId: components["schemas"]["RankUniqueId"];
            action: components["schemas"]["RoleAction"];
            /**
             * Format: int32
             * @description The operation is cancelled if it is not sent within this time; 300 by default.
             */
            deadlineSeconds?: number;
            /** @description Cancel queued operations of the same member and role; false by default. */
            supersede?: boolean;
        };
        /**
         * @description Whether the member shall have the role: `assign`, or not: `unassign`.
         * @enum {string}
         */
        RoleAction: "assign" | "unassign";
        /**
         * @description Whether the user id is an id or a username; `userId` by default.
         * @enum {string}
         */
        UserIdKind: "userId" | "username";
        /**
         * @description The next rank up or down, from the current rank on the platform at execution.
         * @enum {string}
         */
        RankMove: "promote" | "demote";
        /**
         * @description The platform's global user id, as a string of digits or as a number; or a username with `by` set to username.
         * @example 530662918
         */
        UserIdOrName: string | number;
        /**
         * @description `queued`: waiting. `dispatching`: in execution. `outcome_pending`: a write was sent, and its outcome is being read.
         *     `succeeded`, `failed`, `cancelled`: final.
         * @enum {string}
         */
        PlatformOperationStatus: "queued" | "dispatching" | "outcome_pending" | "succeeded" | "failed" | "cancelled";
        /** @description A platform operation. */
        PlatformOperationAnswer: {
            data: components["schemas"]["PlatformOperation"];
        };
        /** @description A queued, running or ended operation on the platform. `target` is the rank or role; null until a promotion or demotion is resolved. */
        PlatformOperation: {
            /** @description The operation. */
            id: string;
            kind: components["schemas"]["PlatformOperationKind"];
            status: components["schemas"]["PlatformOperationStatus"];
            /** @description The account; null until a username is resolved. */
            userId: string | null;
            target: components["schemas"]["RankReference"];
            waitingFor?: components["schemas"]["WaitingFor"];
            /** @description The transitions, oldest first; at most the newest 500. */
            attempts: components["schemas"]["PlatformOperationAttempt"][];
            createdAt: components["schemas"]["Timestamp"];
            deadlineAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was first claimed; null before.
             */
            dispatchedAt: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            completedAt: string | null;
            result: components["schemas"]["PlatformOperationResult"];
            error: components["schemas"]["PlatformOperationError"];
        };
        /** @description One page of operations, newest first. */
        PlatformOperationPage: {
            /** @description The operations. */
            data: components["schemas"]["PlatformOperationSummary"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /** @description An operation on the platform without its transitions. `target` is the rank or role; null until a promotion or demotion is resolved. */
        PlatformOperationSummary: {
            /** @description The operation. */
            id: string;
            kind: components["schemas"]["PlatformOperationKind"];
            status: components["schemas"]["PlatformOperationStatus"];
            /** @description The account; null until a username is resolved. */
            userId: string | null;
            /** @description The name of the member; null when it is unknown. */
            username: string | null;
            target: components["schemas"]["RankReference"];
            waitingFor: components["schemas"]["WaitingFor"];
            actor: components["schemas"]["AuditActor"];
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            createdAt: components["schemas"]["Timestamp"];
            deadlineAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was first claimed; null before.
             */
            dispatchedAt: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            completedAt: string | null;
            auditId: components["schemas"]["AuditId"];
            error: components["schemas"]["PlatformOperationError"];
        };
        /**
         * @description Why it waits: an error code; `worker-lost`, the process ended; `half-applied`, another write is needed; `platform-budget`, the calls
         *     that the server may make in this minute are used; `scheduler-disabled`, the operator paused the queue; `writes_paused`, somebody
         *     paused the writes to the group. Null when nothing delays it, and after its end. Absent in the answer to the request that queued
         *     the operation: read the operation.
         */
        WaitingFor: string | null;
        /**
         * @description `rank.auto`: by AutoRank. `rank.suspend` and `rank.restore`: the begin and end of a suspension. `role.assign` and `role.unassign`: of a role that is no rank. `join.accept` and `join.decline`: of a request to join the group. Values may be added.
         * @enum {string}
         */
        PlatformOperationKind: "rank.set" | "rank.promote" | "rank.demote" | "rank.auto" | "rank.suspend" | "rank.restore" | "role.assign" | "role.unassign" | "join.accept" | "join.decline";
        /** @description A rank, or null. `rankId` and `name` are null when the group no longer has the rank. */
        RankReference: {
            uniqueId: components["schemas"]["RankUniqueId"];
            /**
             * Format: int32
             * @description The rank number; null when the group no longer has the rank.
             */
            rankId: number | null;
            /** @description The rank's name; null when the group no longer has it. */
            name: string | null;
        } | null;
        /** @description The result of a success; null otherwise. */
        PlatformOperationResult: {
            /** @description False when the member already had the rank. */
            changed: boolean;
            auditId: components["schemas"]["AuditId"];
            roles?: components["schemas"]["RolesWritten"];
        } | null;
        /** @description Why it failed or was cancelled; null otherwise. */
        PlatformOperationError: {
            code: components["schemas"]["ErrorCode"];
            /** @description A message for people. */
            message: string;
        } | null;
        /** @description One transition of an operation. */
        PlatformOperationAttempt: {
            at: components["schemas"]["Timestamp"];
            /** @description The former status; null at acceptance. */
            from: string | null;
            to: components["schemas"]["PlatformOperationStatus"];
            /** @description The reason: an error code, `worker-lost` (the process ended) or `half-applied` (another write is needed). */
            code: string | null;
        };
        /** @description The account, and the password if the form has one. */
        ApplicantAccess: {
            userId: components["schemas"]["UserIdInput"];
            password?: components["schemas"]["ApplicantPassword"];
        };
        /**
         * @description A domain of ids: the type and the id of a universe, an application or a group.
         * @example universe-4242
         */
        Domain: string;
        /**
         * @description An id in a domain, in decimal.
         * @example 9001
         */
        DomainId: string;
        /**
         * @description An id in a domain, as a string of digits or as a number.
         * @example 9001
         */
        DomainIdInput: number;
        /**
         * @description The account, by its id in the group, whatever the domain of the key; null when it is not known.
         * @example 530662918
         */
        KnownGroupUserId: string | null;
        /**
         * @description The username.
         * @example brambleton42
         */
        PlayerName: string;
        /**
         * @description The display name.
         * @example Brambleton
         */
        PlayerDisplayName: string;
        /** @description What a game server knows of a player. */
        IdentityReport: {
            username: components["schemas"]["PlayerName"];
            displayName?: components["schemas"]["PlayerDisplayName"];
            groupUserId?: components["schemas"]["GroupUserIdInput"];
        };
        /**
         * @description The id of the player in the group, if the caller knows it: as a string of digits or as a number.
         * @example 530662918
         */
        GroupUserIdInput: number;
        /** @description Ids of a domain. */
        IdentitiesReport: {
            domain: components["schemas"]["Domain"];
            /** @description The ids, each once. */
            identities: components["schemas"]["IdentityEntry"][];
        };
        /** @description An id and what a game server knows of its player. */
        IdentityEntry: {
            id: components["schemas"]["DomainIdInput"];
            username: components["schemas"]["PlayerName"];
            displayName?: components["schemas"]["PlayerDisplayName"];
            groupUserId?: components["schemas"]["GroupUserIdInput"];
        };
        /** @description An id of a domain, and its account. */
        Identity: {
            domain: components["schemas"]["Domain"];
            id: components["schemas"]["DomainId"];
            groupUserId: components["schemas"]["KnownGroupUserId"];
            state: components["schemas"]["IdentityState"];
            /** @description The name as last reported; null when it was not, or was erased. */
            username: string | null;
            /** @description The display name as last reported. */
            displayName: string | null;
            source: components["schemas"]["IdentitySource"];
            reportedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the account became known; null when it is not.
             * @example 2026-11-01T12:00:00.000000Z
             */
            resolvedAt: string | null;
        };
        /**
         * @description `resolved`: requests may name the id. `pending`: it is not known whose it is; a later report tries again. `conflict`: the account of the
         *     name has another id in the domain.
         * @enum {string}
         */
        IdentityState: "resolved" | "pending" | "conflict";
        /**
         * @description How the account became known. `report`: the report named it. `name`: by the reported username. `oauth`: by an authorization.
         *     `operator`: by the operator. `vendor`: by the platform. Values may be added.
         * @enum {string}
         */
        IdentitySource: "report" | "name" | "oauth" | "operator" | "vendor";
        /**
         * @description `resolved`: the account of the id became known. `unchanged`: it was known. `pending`: it is not known.
         * @enum {string}
         */
        IdentityOutcome: "resolved" | "unchanged" | "pending";
        /**
         * @description As `IdentityOutcome`, or `failed`.
         * @enum {string}
         */
        IdentityEntryOutcome: "resolved" | "unchanged" | "pending" | "failed";
        /** @description An id of a domain. */
        IdentityReply: {
            data: components["schemas"]["Identity"];
        };
        /** @description The ids of an account. */
        IdentityList: {
            /** @description The ids. */
            data: components["schemas"]["Identity"][];
        };
        /** @description An id after a report. */
        IdentityReported: {
            data: components["schemas"]["Identity"];
            meta: components["schemas"]["IdentityReportMeta"];
        };
        /** @description What the report did. */
        IdentityReportMeta: {
            outcome: components["schemas"]["IdentityOutcome"];
            /**
             * @description The audit entry; null when nothing was resolved.
             * @example 4740
             */
            auditId: string | null;
        };
        /** @description The results of reports. */
        IdentityResults: {
            /** @description One result per entry, in the order of the request. */
            data: components["schemas"]["IdentityResult"][];
        };
        /** @description The result of an entry. With `failed` it has `error`. */
        IdentityResult: {
            id: components["schemas"]["DomainId"];
            outcome: components["schemas"]["IdentityEntryOutcome"];
            state: components["schemas"]["IdentityState"];
            groupUserId: components["schemas"]["KnownGroupUserId"];
            /**
             * @description The audit entry; null when nothing was resolved.
             * @example 4740
             */
            auditId: string | null;
            error?: components["schemas"]["BatchEntryError"];
        };
        /**
         * @description The user id on the chat platform.
         * @example 246813579024681357
         */
        ChatUserId: string;
        /** @description Whether an account that is linked to another chat account is linked to this one. Absent means no. */
        VerificationTransfer: boolean;
        /** @description The link of a platform account to a chat account. */
        Verification: {
            userId: components["schemas"]["UserId"];
            /**
             * @description The chat account; null with `source: server`.
             * @example 246813579024681357
             */
            chatUserId: string | null;
            source: components["schemas"]["VerificationSource"];
            method: components["schemas"]["VerificationMethod"];
            linkedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `community`: linked in this community. `server`: linked by the operator for every community.
         * @enum {string}
         */
        VerificationSource: "community" | "server";
        /**
         * @description `key`: by an API key. `game-code`: by a code that the player entered in the game. `chat-code`: by a code that the player sent in the
         *     chat. `operator`: by the operator. Values may be added.
         * @enum {string}
         */
        VerificationMethod: "key" | "game-code" | "chat-code" | "operator";
        /** @description A link. */
        VerificationReply: {
            data: components["schemas"]["Verification"];
        };
        /**
         * @description `linked`: it was not linked before. `transferred`: it was linked to another chat account. `unchanged`: it was linked to this one.
         * @enum {string}
         */
        VerificationOutcome: "linked" | "transferred" | "unchanged";
        /** @description A link after a request. */
        VerificationChanged: {
            data: components["schemas"]["Verification"];
            meta: components["schemas"]["VerificationChangeMeta"];
        };
        /** @description What the request did. */
        VerificationChangeMeta: {
            outcome: components["schemas"]["VerificationOutcome"];
            /**
             * @description The audit entry; null when nothing changed.
             * @example 4731
             */
            auditId: string | null;
        };
        /** @description The chat account. */
        VerificationSet: {
            chatUserId: components["schemas"]["ChatUserId"];
            transfer?: components["schemas"]["VerificationTransfer"];
        };
        /** @description The links. */
        VerificationsSet: {
            /** @description The links, each of another account. */
            verifications: components["schemas"]["VerificationEntry"][];
        };
        /** @description A link. */
        VerificationEntry: {
            userId: components["schemas"]["UserIdInput"];
            chatUserId: components["schemas"]["ChatUserId"];
            transfer?: components["schemas"]["VerificationTransfer"];
        };
        /** @description The results of a batch. */
        VerificationResults: {
            /** @description One result per entry, in the order of the request. */
            data: components["schemas"]["VerificationResult"][];
        };
        /** @description The result of an entry. With `failed` it has `error`, and nothing was changed. */
        VerificationResult: {
            userId: components["schemas"]["UserId"];
            outcome: components["schemas"]["VerificationEntryOutcome"];
            /**
             * @description The audit entry; null when nothing changed.
             * @example 4731
             */
            auditId: string | null;
            error?: components["schemas"]["BatchEntryError"];
        };
        /**
         * @description As `VerificationOutcome`, or `failed`.
         * @enum {string}
         */
        VerificationEntryOutcome: "linked" | "transferred" | "unchanged" | "failed";
        /** @description The account that the code is for. Send exactly one of `userId` and `chatUserId`. */
        LinkCodeCreate: {
            userId?: components["schemas"]["UserIdInput"];
            chatUserId?: components["schemas"]["ChatUserId"];
            /**
             * Format: int32
             * @description Seconds until the code expires; 600 if absent.
             * @example 600
             */
            expiresInSeconds?: number;
        };
        /** @description A one-time code. */
        LinkCode: {
            /**
             * @description Nine letters, without vowels and Y (RFC 8628, 6.1).
             * @example BCD-FGH-JKL
             */
            code: string;
            /**
             * @description The platform account of a code for the chat.
             * @example 530662918
             */
            userId: string | null;
            /**
             * @description The chat account of a code for the game.
             * @example 246813579024681357
             */
            chatUserId: string | null;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description A code. */
        LinkCodeReply: {
            data: components["schemas"]["LinkCode"];
        };
        /**
         * @description The code as the player typed it.
         * @example BCD-FGH-JKL
         */
        LinkCodeInput: string;
        /** @description The code and the account that entered it. Send exactly one of `userId` and `chatUserId`. */
        LinkCodeRedeem: {
            code: components["schemas"]["LinkCodeInput"];
            userId?: components["schemas"]["UserIdInput"];
            chatUserId?: components["schemas"]["ChatUserId"];
            transfer?: components["schemas"]["VerificationTransfer"];
        };
        /** @description The account that the code is for. */
        ApplicantCodeCreate: {
            userId: components["schemas"]["UserIdInput"];
        };
        /** @description A one-time code, and where the player enters it. */
        ApplicantCode: {
            /**
             * @description Twelve letters, without vowels and Y (RFC 8628, 6.1).
             * @example BCD-FGH-JKL-MNP
             */
            code: string;
            userId: components["schemas"]["UserIdText"];
            expiresAt: components["schemas"]["Timestamp"];
            /**
             * @description The page on which the player enters the code.
             * @example https://community.example.com/console/apply?community=cmt_k3v5q2m4n6p7r2s4t5u6
             */
            pageUrl: string;
            /**
             * @description The page with the code after `#`, for a message to the player or a QR code.
             * @example https://community.example.com/console/apply?community=cmt_k3v5q2m4n6p7r2s4t5u6#code=BCD-FGH-JKL-MNP
             */
            link: string;
        };
        /** @description A code. */
        ApplicantCodeReply: {
            data: components["schemas"]["ApplicantCode"];
        };
        /** @description The community and the code. */
        ApplicantSignIn: {
            /**
             * @description The community.
             * @example cmt_k3v5q2m4n6p7r2s4t5u6
             */
            communityId: string;
            /**
             * @description The code as the player typed it.
             * @example BCD-FGH-JKL-MNP
             */
            code: string;
        };
        /** @description The session of a player who applies. */
        ApplicantSession: {
            /** @description The community. */
            communityId: string;
            /** @description The name of the community. */
            communityName: string;
            /** @description The id of the session. */
            sessionId: string;
            userId: components["schemas"]["UserIdText"];
            /** @description The username; null for an account that is no member. */
            username: string | null;
            /** @description The display name; null for an account that is no member. */
            displayName: string | null;
            /**
             * Format: date-time
             * @description When the session ends at the latest.
             */
            expiresAt: string;
        };
        /** @description The session of a player who applies. */
        ApplicantSessionReply: {
            data: components["schemas"]["ApplicantSession"];
        };
        /** @description The latest response of the account to a form without a password, or null. */
        ApplicantFormResponse: {
            status: components["schemas"]["ResponseStatus"];
            applicationVersion: components["schemas"]["FormVersion"];
            submittedAt: components["schemas"]["Timestamp"];
            reviewedAt: components["schemas"]["ReviewedAt"];
        } | null;
        /** @description A form as the player sees it in the list. */
        ApplicantForm: {
            applicationId: components["schemas"]["ApplicationId"];
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form. */
            description: string;
            state: components["schemas"]["FormState"];
            version: components["schemas"]["FormVersion"];
            /** @description Whether open, submit and status require a password. */
            passwordRequired: boolean;
            /**
             * Format: int32
             * @description The number of questions.
             */
            questionCount: number;
            /** @description Whether the form is open and the account has not submitted to it yet. For a form with a password, whether it is open. */
            mayApply: boolean;
            response: components["schemas"]["ApplicantFormResponse"];
        };
        /** @description One page of forms for a player. */
        ApplicantFormPage: {
            /** @description The forms, newest first. */
            data: components["schemas"]["ApplicantForm"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The form as the player sees it. */
        OpenedForm: {
            applicationId: components["schemas"]["ApplicationId"];
            version: components["schemas"]["FormVersion"];
            name: components["schemas"]["FormName"];
            /** @description The purpose of the form. */
            description: string;
            /** @description The questions in order. */
            questions: components["schemas"]["Question"][];
            /**
             * Format: int32
             * @description The version that the account already submitted to, so that another submission gets `duplicate_submission`; null if it may submit.
             */
            submittedVersion: number | null;
        };
        /** @description The form as the player sees it. */
        OpenedReply: {
            data: components["schemas"]["OpenedForm"];
        };
        /**
         * @description The answers by question id.
         * @example {
         *       "q1": "I like to fly.",
         *       "q2": [
         *         "up"
         *       ]
         *     }
         */
        Answers: {
            [key: string]: string | components["schemas"]["StableId"][];
        };
        /** @description A player's answers. */
        ResponseSubmit: {
            userId: components["schemas"]["UserIdInput"];
            version: components["schemas"]["FormVersion"];
            password?: components["schemas"]["ApplicantPassword"];
            answers: components["schemas"]["Answers"];
        };
        /**
         * @description `Pending` is waiting for review; `Passed` and `Failed` are final.
         * @enum {string}
         */
        ResponseStatus: "Pending" | "Passed" | "Failed";
        /**
         * Format: int32
         * @description Counts the changes of a response. A review sends the current revision.
         * @example 1
         */
        Revision: number;
        /**
         * Format: double
         * @description The percentage of choice questions answered exactly; null if the response was not graded.
         * @example 66.67
         */
        Score: number | null;
        /**
         * Format: date-time
         * @description When the response was decided; null while it is pending.
         */
        ReviewedAt: string | null;
        /** @description Feedback of staff to the applicant. */
        Feedback: string | null;
        /** @description A note for staff, never returned to the applicant. */
        PrivateNote: string | null;
        /**
         * @description The applicant's platform username. The service resolves it after the submission, also for an account that is not a member; null until then, and where the community has no platform connection, the platform knows no such account, or the account was erased.
         * @example brambleton42
         */
        ApplicantUsername: string | null;
        /**
         * @description The applicant's platform display name; null where `username` is null.
         * @example Brambleton
         */
        ApplicantDisplayName: string | null;
        /** @description A result as the applicant sees it. */
        ApplicantResult: {
            responseId: components["schemas"]["ResponseId"];
            username: components["schemas"]["ApplicantUsername"];
            displayName: components["schemas"]["ApplicantDisplayName"];
            status: components["schemas"]["ResponseStatus"];
            applicationVersion: components["schemas"]["FormVersion"];
            submittedAt: components["schemas"]["Timestamp"];
            reviewedAt: components["schemas"]["ReviewedAt"];
            applicantFeedback: components["schemas"]["Feedback"];
        };
        /** @description A result as the applicant sees it, or null. */
        NullableApplicantResult: {
            responseId: components["schemas"]["ResponseId"];
            username: components["schemas"]["ApplicantUsername"];
            displayName: components["schemas"]["ApplicantDisplayName"];
            status: components["schemas"]["ResponseStatus"];
            applicationVersion: components["schemas"]["FormVersion"];
            submittedAt: components["schemas"]["Timestamp"];
            reviewedAt: components["schemas"]["ReviewedAt"];
            applicantFeedback: components["schemas"]["Feedback"];
        } | null;
        /** @description The outcome of a submission. */
        ResultData: {
            response: components["schemas"]["ApplicantResult"];
        };
        /** @description The outcome of a submission. */
        ResultReply: {
            data: components["schemas"]["ResultData"];
        };
        /**
         * @description The results of a player. `response`: the latest one; null when the account has not submitted. `passed`: the latest one that
         *     passed, also after later submissions; null when there is none.
         */
        StatusData: {
            response: components["schemas"]["NullableApplicantResult"];
            passed: components["schemas"]["NullableApplicantResult"];
        };
        /** @description The latest result of a player. */
        StatusReply: {
            data: components["schemas"]["StatusData"];
        };
        /** @description A response in a list. */
        ResponseItem: {
            responseId: components["schemas"]["ResponseId"];
            applicationId: components["schemas"]["ApplicationId"];
            applicationVersion: components["schemas"]["FormVersion"];
            userId: components["schemas"]["UserId"];
            username: components["schemas"]["ApplicantUsername"];
            displayName: components["schemas"]["ApplicantDisplayName"];
            status: components["schemas"]["ResponseStatus"];
            revision: components["schemas"]["Revision"];
            score: components["schemas"]["Score"];
            submittedAt: components["schemas"]["Timestamp"];
            reviewedAt: components["schemas"]["ReviewedAt"];
        };
        /**
         * @description `response.decided`: a response passed or failed. `key.limited`, `person.limited`: it went beyond its takes an hour. `key.dependants`, `person.dependants`: it was revoked, disabled or paused, and what it made stays. Values may be added.
         * @example response.decided
         */
        NotificationKind: string;
        /** @description The response that was decided. */
        NotifiedResponse: {
            responseId: components["schemas"]["ResponseId"];
            applicationId: components["schemas"]["ApplicationId"];
            status: components["schemas"]["ResponseStatus"];
            applicantFeedback: components["schemas"]["Feedback"];
        };
        /** @description Who went beyond the takes of an hour; `keyId` or `personId`. */
        NotifiedLimit: {
            keyId?: components["schemas"]["KeyId"];
            personId?: components["schemas"]["PersonId"];
            /**
             * Format: int32
             * @description The takes an hour.
             */
            limit: number;
        };
        /** @description The key or the person that was revoked, disabled or paused; `keyId` or `personId`; and what it made. */
        NotifiedDependants: {
            keyId?: components["schemas"]["KeyId"];
            personId?: components["schemas"]["PersonId"];
            /** @description The live keys and people that it made, and that these made, oldest first; the first 100. */
            dependants: components["schemas"]["NotifiedDependant"][];
        };
        /** @description A key or a person. */
        NotifiedDependant: {
            kind: components["schemas"]["DependantKind"];
            /** @description The key id or the id of the person. */
            id: string;
        };
        /** @description A notification of the staff. */
        Notification: {
            /** @description Identifies the notification. */
            notificationId: string;
            kind: components["schemas"]["NotificationKind"];
            /** @description The account; null when it is about none. */
            userId: string | null;
            response?: components["schemas"]["NotifiedResponse"];
            limited?: components["schemas"]["NotifiedLimit"];
            remaining?: components["schemas"]["NotifiedDependants"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of notifications, newest first. */
        NotificationPage: {
            /** @description The notifications. */
            data: components["schemas"]["Notification"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /** @description The responses of a page and the cursor of the next page. */
        ResponsePageData: {
            /** @description The responses. */
            items: components["schemas"]["ResponseItem"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of responses. */
        ResponsePage: {
            data: components["schemas"]["ResponsePageData"];
        };
        /** @description A response as staff see it. `decidedBy` is null while pending and after automatic grading. */
        ResponseDetail: {
            responseId: components["schemas"]["ResponseId"];
            applicationId: components["schemas"]["ApplicationId"];
            applicationVersion: components["schemas"]["FormVersion"];
            userId: components["schemas"]["UserId"];
            username: components["schemas"]["ApplicantUsername"];
            displayName: components["schemas"]["ApplicantDisplayName"];
            status: components["schemas"]["ResponseStatus"];
            revision: components["schemas"]["Revision"];
            score: components["schemas"]["Score"];
            submittedAt: components["schemas"]["Timestamp"];
            reviewedAt: components["schemas"]["ReviewedAt"];
            /** @description The questions as submitted. */
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answers"];
            privateNote: components["schemas"]["PrivateNote"];
            applicantFeedback: components["schemas"]["Feedback"];
            decidedBy: components["schemas"]["NullableModerationActor"];
        };
        /** @description The key or operator that did it, or null. */
        NullableModerationActor: {
            kind: components["schemas"]["StaffActorKind"];
            /** @description The key id, the operator's name or the id of the person. */
            id: string;
        } | null;
        /**
         * @description An API key, the operator, or a person who has signed in.
         * @enum {string}
         */
        StaffActorKind: "key" | "operator" | "person";
        /** @description A response. */
        ResponseReply: {
            data: components["schemas"]["ResponseDetail"];
            meta?: components["schemas"]["NamedMeta"];
        };
        /** @description A decision. */
        ResponseReview: {
            revision: components["schemas"]["Revision"];
            status: components["schemas"]["ReviewDecision"];
            /** @description A note for staff, never returned to the applicant. */
            privateNote?: string;
            /** @description Feedback to the applicant, at most 2,000 characters after trimming. Empty is the same as absent. */
            applicantFeedback?: string;
        };
        /**
         * @description The decision.
         * @enum {string}
         */
        ReviewDecision: "Passed" | "Failed";
        /** @description A medal or qualification of the community. */
        Award: {
            name: components["schemas"]["AwardName"];
            description: components["schemas"]["AwardDescription"];
            /** @description Whether it is archived: holders keep it, but it cannot be awarded. */
            archived: boolean;
            /**
             * Format: int64
             * @description The role that is given with it and taken with its removal; null: none.
             */
            roleUniqueId: number | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description A description; may be empty.
         * @example For courage under fire.
         */
        AwardDescription: string;
        /** @description A medal or qualification. */
        AwardReply: {
            data: components["schemas"]["Award"];
        };
        /** @description A medal or qualification after a write. */
        AwardWritten: {
            data: components["schemas"]["Award"];
            meta: components["schemas"]["ConfigurationMeta"];
        };
        /** @description The result. */
        ConfigurationMeta: {
            auditId: components["schemas"]["AuditId"];
        };
        /** @description One page of medals or qualifications, by name. */
        AwardPage: {
            /** @description The page. */
            data: components["schemas"]["Award"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Which of the records are listed.
         * @default false
         * @enum {string}
         */
        ArchivedFilter: "false" | "true" | "all";
        /** @description A new medal or qualification. */
        AwardCreate: {
            name: components["schemas"]["AwardNameInput"];
            description?: components["schemas"]["AwardDescription"];
            roleUniqueId?: components["schemas"]["BoundRole"];
        };
        /**
         * Format: int64
         * @description The role of the group that is given with the award, and taken when it is removed. It must be declared no rank. It applies
         *     to awards from then on: current holders are neither given nor deprived of a role.
         * @example 99513321
         */
        BoundRole: number;
        /** @description Changes of a medal or qualification; absent properties stay. */
        AwardUpdate: {
            name?: components["schemas"]["AwardNameInput"];
            description?: components["schemas"]["AwardDescription"];
            /** @description True archives it. False restores it. */
            archived?: boolean;
            roleUniqueId?: components["schemas"]["BoundRole"];
            /** @description True: no role is given or taken any more; holders keep the role. Not with roleUniqueId. */
            removeRole?: boolean;
        };
        /** @description A rank. */
        RankSummary: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The rank's name. */
            name: string;
        };
        /** @description A rank, or null. */
        NullableRankSummary: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The rank's name. */
            name: string;
        } | null;
        /** @description All ranks, lowest rank number first, and the changes. */
        RanksSynced: {
            /** @description The ranks. */
            data: components["schemas"]["Rank"][];
            meta: components["schemas"]["RanksSyncedMeta"];
        };
        /** @description Numbers of changed ranks. */
        RanksSyncedMeta: {
            /**
             * Format: int32
             * @description New ranks.
             */
            added: number;
            /**
             * Format: int32
             * @description Ranks with another name or rank number.
             */
            changed: number;
            /**
             * Format: int32
             * @description Removed ranks.
             */
            removed: number;
            auditId: components["schemas"]["AuditId"];
        };
        /**
         * Format: int64
         * @description The experience from which AutoRank assigns the rank.
         * @example 1000
         */
        ExperienceThreshold: number;
        /** @description Changes of a rank; absent properties stay. */
        RankUpdate: {
            autoRank?: components["schemas"]["AutoRankThresholdInput"];
            /** @description Whether the role is a rank. */
            managed?: boolean;
            /** @description False: people alone give the role, and no key does. True: keys give it too; a key cannot send it. */
            assignable?: boolean;
            /** @description The same as `autoRank: null`, for clients that cannot send null. */
            removeAutoRank?: boolean;
        };
        /** @description The threshold; null removes it. */
        AutoRankThresholdInput: {
            experience: components["schemas"]["ExperienceThreshold"];
        } | null;
        /** @description The rank after the change. */
        RankWritten: {
            data: components["schemas"]["Rank"];
            meta: components["schemas"]["RankWrittenMeta"];
        };
        /** @description The result. */
        RankWrittenMeta: {
            auditId: components["schemas"]["AuditId"];
            /** @description Ranks with a threshold that AutoRank never assigns, because a higher rank requires no more experience. Lowest first. */
            unreachable: components["schemas"]["RankSummary"][];
        };
        /** @description The AutoRank settings. */
        AutoRankSettings: {
            /** @description Whether AutoRank changes ranks. */
            enabled: boolean;
            /** @description Whether AutoRank may demote. */
            demotes: boolean;
        };
        /** @description The settings. */
        AutoRankSettingsReply: {
            data: components["schemas"]["AutoRankSettings"];
        };
        /** @description The settings after a write. */
        AutoRankSettingsWritten: {
            data: components["schemas"]["AutoRankSettings"];
            meta: components["schemas"]["ConfigurationMeta"];
        };
        /** @description Changes of the settings; absent properties stay. */
        AutoRankSettingsUpdate: {
            /** @description Whether AutoRank changes ranks. */
            enabled?: boolean;
            /** @description Whether AutoRank may demote. */
            demotes?: boolean;
        };
        /** @description What AutoRank would do, and why. */
        AutoRankExplained: {
            data: components["schemas"]["AutoRankExplanation"];
        };
        /**
         * @description What AutoRank would do with a member now, and why. `rank` is the current rank as last synced, null outside the group.
         *     `target` is the highest rank whose threshold the experience reaches, even if the member cannot have it; null when it
         *     reaches none.
         */
        AutoRankExplanation: {
            userId: components["schemas"]["UserId"];
            /**
             * Format: int64
             * @description The member's experience.
             */
            experience: number;
            rank: components["schemas"]["NullableRankSummary"];
            outcome: components["schemas"]["AutoRankDecision"];
            reason: components["schemas"]["AutoRankReason"];
            target: components["schemas"]["NullableRankSummary"];
            next: components["schemas"]["NextRank"];
            /** @description The ranks with a threshold, lowest rank number first. */
            ladder: components["schemas"]["LadderStep"][];
        };
        /**
         * @description What AutoRank would do.
         * @enum {string}
         */
        AutoRankDecision: "move" | "unchanged" | "skipped";
        /**
         * @description Why AutoRank would do so; values may be added.
         * @enum {string}
         */
        AutoRankReason: "threshold_met" | "already_there" | "below_ladder" | "not_connected" | "disabled" | "no_ladder" | "not_in_group" | "outside_ladder" | "demotion_not_allowed" | "suspended" | "blacklisted" | "rank_ambiguous" | "rank_out_of_bounds" | "platform_cloud_reconnect_required" | "writes_paused";
        /**
         * @description The next rank for more experience, above `target` and above the current rank; null at the top, and for a member
         *     whose rank has no threshold and is above the lowest one that has.
         */
        NextRank: {
            rank: components["schemas"]["RankSummary"];
            experience: components["schemas"]["ExperienceThreshold"];
            /**
             * Format: int64
             * @description The missing experience.
             */
            experienceMissing: number;
        } | null;
        /** @description A rank with an AutoRank threshold. */
        LadderStep: {
            rank: components["schemas"]["RankSummary"];
            experience: components["schemas"]["ExperienceThreshold"];
            /** @description Whether the member's experience reaches the threshold. */
            met: boolean;
        };
        /** @description Thresholds and settings that would be set; what is absent stays. */
        AutoRankPreviewRequest: {
            /** @description The thresholds that would change, each rank once. */
            thresholds: components["schemas"]["PreviewedThreshold"][];
            /** @description Whether AutoRank would change ranks. */
            enabled?: boolean;
            /** @description Whether AutoRank would demote. */
            demotes?: boolean;
        };
        /** @description A threshold that would be set. */
        PreviewedThreshold: {
            uniqueId: components["schemas"]["RankUniqueId"];
            /**
             * Format: int64
             * @description The experience from which AutoRank would assign the rank. It has no threshold if this is null or absent.
             */
            experience?: number | null;
        };
        /** @description What AutoRank would do with the members. */
        AutoRankPreviewed: {
            data: components["schemas"]["AutoRankPreview"];
        };
        /**
         * @description Numbers of members, by what AutoRank would do with each at its next experience write or sync. Each member is counted once: as
         *     promoted, demoted, unchanged or skipped.
         */
        AutoRankPreview: {
            /**
             * Format: int64
             * @description The members of the community.
             */
            members: number;
            /**
             * Format: int64
             * @description Those that get a higher rank.
             */
            promoted: number;
            /**
             * Format: int64
             * @description Those that get a lower rank.
             */
            demoted: number;
            /**
             * Format: int64
             * @description Those that have the rank of their experience, or whose experience reaches no threshold.
             */
            unchanged: number;
            /** @description Those that AutoRank leaves as they are, by reason. */
            skipped: components["schemas"]["AutoRankSkips"][];
            /** @description The promotions and demotions, the most frequent first. */
            moves: components["schemas"]["AutoRankMoves"][];
            /** @description Roles that are no ranks and would become ranks. Lowest first. */
            newRanks: components["schemas"]["RankSummary"][];
            /** @description Ranks with a threshold that AutoRank would never assign, because a higher rank requires no more experience. Lowest first. */
            unreachable: components["schemas"]["RankSummary"][];
            /**
             * Format: int64
             * @description By how many members the other numbers may be wrong, because the members hold more than 20,000 combinations of roles; otherwise 0.
             */
            uncertain: number;
        };
        /** @description Members that AutoRank leaves as they are for one reason. */
        AutoRankSkips: {
            reason: components["schemas"]["AutoRankReason"];
            /**
             * Format: int64
             * @description Their number.
             */
            members: number;
        };
        /** @description Members that AutoRank moves from one rank to another. */
        AutoRankMoves: {
            from: components["schemas"]["RankSummary"];
            to: components["schemas"]["RankSummary"];
            /**
             * Format: int64
             * @description Their number.
             */
            members: number;
            /**
             * Format: int64
             * @description Those of them that AutoRank moves to the same rank without the change too.
             */
            alreadyDue: number;
        };
        /**
         * @description A blacklist entry.
         * @example ble_k3v5q2m4n6p7r2s4t5u6
         */
        BlacklistEntryId: string;
        /**
         * @description A warning.
         * @example wrn_k3v5q2m4n6p7r2s4t5u6
         */
        WarningId: string;
        /**
         * @description A group of the platform, in decimal.
         * @example 5812734
         */
        GroupId: string;
        /**
         * @description A group of the platform, as a string of digits or as a number.
         * @example 5812734
         */
        GroupIdInput: number;
        /**
         * @description The reason, for staff.
         * @example Left two raids
         */
        ModerationReasonInput: string;
        /** @description The reason, for staff; null when absent or erased. */
        ModerationReason: string | null;
        /**
         * @description The URL of the evidence, with http or https.
         * @example https://example.com/report/17
         */
        EvidenceUrlInput: string;
        /**
         * Format: date-time
         * @description The end, in the future, RFC 3339 with any offset; returned in UTC.
         * @example 2090-01-31T18:00:00Z
         */
        ExpiresAtInput: string;
        /**
         * Format: int32
         * @description The duration from now, instead of `expiresAt`.
         * @example 604800
         */
        DurationSecondsInput: number;
        /**
         * Format: date-time
         * @description When it expires; null: never.
         */
        ModerationExpiresAt: string | null;
        /**
         * Format: date-time
         * @description When it was ended early; null otherwise.
         */
        EndedEarlyAt: string | null;
        /** @description A blacklisted account or group. `createdBy` is null for old entries. `liftedBy` is null if not lifted, and for old entries. */
        BlacklistEntry: {
            blacklistEntryId: components["schemas"]["BlacklistEntryId"];
            kind: components["schemas"]["BlacklistEntryKind"];
            /** @description The account; null for a group. */
            userId: string | null;
            /** @description The group; null for an account. */
            groupId: string | null;
            reason: components["schemas"]["ModerationReason"];
            /** @description The URL of the evidence; null when absent or erased. */
            evidenceUrl: string | null;
            createdBy: components["schemas"]["NullableModerationActor"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["ModerationExpiresAt"];
            state: components["schemas"]["BlacklistEntryState"];
            liftedAt: components["schemas"]["EndedEarlyAt"];
            liftedBy: components["schemas"]["NullableModerationActor"];
            liftReason: components["schemas"]["ModerationReason"];
        };
        /**
         * @description The kind of the entry.
         * @enum {string}
         */
        BlacklistEntryKind: "account" | "group";
        /**
         * @description Whether it is active, or how it ended.
         * @enum {string}
         */
        BlacklistEntryState: "live" | "expired" | "lifted";
        /** @description A blacklist entry. */
        BlacklistEntryReply: {
            data: components["schemas"]["BlacklistEntry"];
        };
        /** @description A blacklist entry after the change. */
        BlacklistEntryChanged: {
            data: components["schemas"]["BlacklistEntry"];
            meta: components["schemas"]["BlacklistEntryChangedMeta"];
        };
        /** @description The result. */
        BlacklistEntryChangedMeta: {
            auditId: components["schemas"]["AuditId"];
        };
        /** @description One page of blacklist entries, newest first. */
        BlacklistEntryPage: {
            /** @description The entries. */
            data: components["schemas"]["BlacklistEntry"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /** @description A new entry. Send exactly one of `userId` and `groupId`, and at most one of `expiresAt` and `durationSeconds`. */
        BlacklistEntryCreate: {
            userId?: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            groupId?: components["schemas"]["GroupIdInput"];
            reason: components["schemas"]["ModerationReasonInput"];
            evidenceUrl?: components["schemas"]["EvidenceUrlInput"];
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
        };
        /** @description The changes. Null clears, as do `removeEvidenceUrl` and `removeExpiresAt`, for clients that cannot send null. */
        BlacklistEntryUpdate: {
            reason?: components["schemas"]["ModerationReasonInput"];
            /**
             * @description The URL of the evidence, with http or https; null removes it.
             * @example https://example.com/report/18
             */
            evidenceUrl?: string | null;
            /** @description True removes the URL. */
            removeEvidenceUrl?: boolean;
            /**
             * Format: date-time
             * @description The end, in the future, RFC 3339 with any offset; returned in UTC. Null: no end.
             */
            expiresAt?: string | null;
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
            /** @description True removes the end. */
            removeExpiresAt?: boolean;
        };
        /** @description The reason for lifting. */
        BlacklistEntryLift: {
            reason?: components["schemas"]["ModerationReasonInput"];
        };
        /** @description A warning of a member. `revokedBy` is null if it was not revoked. */
        Warning: {
            warningId: components["schemas"]["WarningId"];
            userId: components["schemas"]["UserId"];
            reason: components["schemas"]["ModerationReason"];
            points: components["schemas"]["WarningPoints"];
            state: components["schemas"]["WarningState"];
            issuedBy: components["schemas"]["ModerationActor"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["ModerationExpiresAt"];
            revokedAt: components["schemas"]["EndedEarlyAt"];
            revokedBy: components["schemas"]["NullableModerationActor"];
            revokeReason: components["schemas"]["ModerationReason"];
        };
        /** @description A request of an account to join the group. */
        JoinRequest: {
            userId: components["schemas"]["UserId"];
            requestedAt: components["schemas"]["JoinRequestTime"];
        };
        /**
         * Format: date-time
         * @description When the account asked, in UTC with six digits of a second; null if the platform does not tell.
         * @example 2026-03-01T12:00:00.000000Z
         */
        JoinRequestTime: string | null;
        /** @description One page of join requests. */
        JoinRequestPage: {
            /** @description The requests. */
            data: components["schemas"]["JoinRequest"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Whether it is active, or how it ended.
         * @enum {string}
         */
        WarningState: "live" | "expired" | "revoked";
        /** @description The actor. */
        ModerationActor: {
            kind: components["schemas"]["StaffActorKind"];
            /** @description The key id, the operator's name or the id of the person. */
            id: string;
        };
        /**
         * @description Which of the records are listed.
         * @default live
         * @enum {string}
         */
        ModerationStateFilter: "live" | "ended" | "all";
        /**
         * Format: int32
         * @description The points of the warning.
         * @example 1
         */
        WarningPoints: number;
        /**
         * Format: int64
         * @description The sum of the account's active points.
         * @example 3
         */
        ActivePoints: number;
        /** @description A warning. */
        WarningReply: {
            data: components["schemas"]["Warning"];
        };
        /** @description A warning after the change. */
        WarningChanged: {
            data: components["schemas"]["Warning"];
            meta: components["schemas"]["WarningChangedMeta"];
        };
        /** @description The result. */
        WarningChangedMeta: {
            activePoints: components["schemas"]["ActivePoints"];
            auditId: components["schemas"]["AuditId"];
        };
        /** @description One page of warnings, newest first. */
        WarningPage: {
            /** @description The warnings. */
            data: components["schemas"]["Warning"][];
            meta: components["schemas"]["WarningPageMeta"];
        };
        /** @description The next page. */
        WarningPageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
            activePoints?: components["schemas"]["ActivePoints"];
            names?: components["schemas"]["Names"];
            total?: components["schemas"]["Total"];
        };
        /** @description A new warning. Send at most one of `expiresAt` and `durationSeconds`; without them it counts until it is revoked. */
        WarningCreate: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            reason: components["schemas"]["ModerationReasonInput"];
            /**
             * Format: int32
             * @description The points of the warning; 1 by default.
             */
            points?: number;
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
        };
        /** @description The reason. */
        WarningRevoke: {
            reason: components["schemas"]["ModerationReasonInput"];
        };
        /**
         * @description `suspending`: the move to the suspended rank is in progress. `active`: the member has the suspended rank. `restoring`: it
         *     has expired or was lifted, and the restoration is in progress. `ended`: final.
         * @enum {string}
         */
        SuspensionState: "suspending" | "active" | "restoring" | "ended";
        /**
         * @description Which suspensions are listed; `live` is all but `ended`.
         * @enum {string}
         */
        SuspensionStateFilter: "live" | "suspending" | "active" | "restoring" | "ended";
        /** @description The reason, for staff. */
        SuspensionReason: string;
        /**
         * Format: int32
         * @description The duration from now, in seconds; at most 366 days.
         */
        SuspensionDuration: number;
        /**
         * Format: date-time
         * @description The end, RFC 3339 with any offset; 60 seconds to 366 days from now. Returned in UTC.
         */
        SuspensionEnd: string;
        /** @description The actor. */
        SuspensionActor: {
            kind: components["schemas"]["ActorKind"];
            /** @description The key id, the operator's name or the id of the person. */
            id: string;
        };
        /**
         * @description An API key, an operator, a job of the server, a person who has signed in, or a player who has signed in to apply. `platform`: somebody made the
         *     change on the platform, and the server saw it (`by-hand`).
         * @enum {string}
         */
        ActorKind: "key" | "operator" | "job" | "person" | "applicant" | "platform";
        /**
         * @description A suspension of a member. `suspendedRank` is null if an operator only keeps the current rank. `formerRank` is the rank at
         *     the time of the move, which is restored; null before. `liftedBy` is null if it was not lifted.
         */
        Suspension: {
            suspensionId: components["schemas"]["SuspensionId"];
            userId: components["schemas"]["UserId"];
            /** @description The reason, for staff; null when absent. */
            reason: string | null;
            state: components["schemas"]["SuspensionState"];
            suspendedRank: components["schemas"]["RankReference"];
            formerRank: components["schemas"]["RankReference"];
            /** @description All ranks that the member held at the time of the move, which are restored; lowest first, and empty for a member without one. */
            formerRoles: components["schemas"]["RankUniqueId"][];
            /** @description The current or last platform operation; readable for 30 days after its end. */
            operationId: string | null;
            createdBy: components["schemas"]["SuspensionActor"];
            createdAt: components["schemas"]["Timestamp"];
            endsAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was lifted; null otherwise.
             */
            liftedAt: string | null;
            liftedBy: components["schemas"]["NullableSuspensionActor"];
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            endedAt: string | null;
            outcome: components["schemas"]["SuspensionOutcome"];
            /** @description With superseded, failed or unrestored: the error code of its operation; null otherwise. */
            errorCode: string | null;
        };
        /** @description The actor, or null. */
        NullableSuspensionActor: {
            kind: components["schemas"]["ActorKind"];
            /** @description The key id, the operator's name or the id of the person. */
            id: string;
        } | null;
        /**
         * @description How it ended; null before. Values may be added. `restored`: the former rank was restored. `superseded`: the rank was changed manually,
         *     the member left the group, or the former rank no longer exists; nothing was written. `failed`: the member was not
         *     moved. `unrestored`: the platform refused the restoration, or its operation was cancelled; the rank did not
         *     change. `kept`: the rank was only kept.
         * @enum {string|null}
         */
        SuspensionOutcome: "restored" | "superseded" | "failed" | "unrestored" | "kept" | null;
        /** @description A suspension. */
        SuspensionAnswer: {
            data: components["schemas"]["Suspension"];
        };
        /** @description One page of suspensions, newest first. */
        SuspensionPage: {
            /** @description The suspensions. */
            data: components["schemas"]["Suspension"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /**
         * @description The suspension.
         * @example sus_k3v5q2m4n6p7r2s4t5u6
         */
        SuspensionId: string;
        /** @description A new suspension. Send exactly one of `endsAt` and `durationSeconds`. */
        SuspensionCreate: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            endsAt?: components["schemas"]["SuspensionEnd"];
            durationSeconds?: components["schemas"]["SuspensionDuration"];
            reason?: components["schemas"]["SuspensionReason"];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
        };
        /** @description The changes: `endsAt` or `durationSeconds`, and `reason` or `removeReason`. */
        SuspensionUpdate: {
            endsAt?: components["schemas"]["SuspensionEnd"];
            durationSeconds?: components["schemas"]["SuspensionDuration"];
            reason?: components["schemas"]["SuspensionReason"];
            /** @description True removes the reason. */
            removeReason?: boolean;
        };
        /** @description The reason for lifting, stored in the audit log. */
        SuspensionLift: {
            reason?: components["schemas"]["SuspensionReason"];
        };
        /** @description The suspension settings. `rank` is the rank of suspended members; null when none is set. */
        SuspensionSettings: {
            rank: components["schemas"]["RankReference"];
        };
        /** @description The suspension settings. */
        SuspensionSettingsAnswer: {
            data: components["schemas"]["SuspensionSettings"];
        };
        /** @description The suspended rank. Send exactly one of `rankUniqueId` and `removeRank`. */
        SuspensionSettingsUpdate: {
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            /** @description True removes the suspended rank. */
            removeRank?: boolean;
        };
        /**
         * @description The event type.
         * @example ety_k3v5q2m4n6p7r2s4t5u6
         */
        EventTypeId: string;
        /**
         * @description The event.
         * @example evt_k3v5q2m4n6p7r2s4t5u6
         */
        EventId: string;
        /**
         * @description `scheduled`, then `active`, then `finished`; or `cancelled` from either of the first two. The last two are final.
         * @enum {string}
         */
        EventState: "scheduled" | "active" | "finished" | "cancelled";
        /**
         * @description The role of an attendee.
         * @enum {string}
         */
        EventRole: "host" | "co-host" | "staff" | "participant";
        /**
         * @description The attendance. Only attendees who are `present` when the event is finished are awarded.
         * @enum {string}
         */
        EventAttendance: "registered" | "present" | "absent" | "excused";
        /**
         * @description A name.
         * @example Friday training
         */
        EventName: string;
        /**
         * @description A description; may be empty.
         * @example Bring a rope.
         */
        EventDescription: string;
        /**
         * Format: date-time
         * @description RFC 3339 with any offset, such as `2026-03-06T18:00:00Z`; returned in UTC. In a query, encode `+` as `%2B`.
         * @example 2026-03-06T18:00:00Z
         */
        EventTime: string;
        /** @description A rank change by exactly one of `move`, to the next rank from the current one, and `rankUniqueId`. */
        EventRankAwardInput: {
            move?: components["schemas"]["RankMove"];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
        };
        /**
         * @description One rule, for the attendees of one role, or for all present attendees without `role`. The points and medals of all rules
         *     for a role are added; the first rank applies.
         */
        EventAwardRuleInput: {
            role?: components["schemas"]["EventRole"];
            /**
             * Format: int64
             * @description Experience to add. It saturates at the bound.
             */
            experience?: number;
            /**
             * Format: int64
             * @description Quota points to add. They saturate at the bound.
             */
            quotaPoints?: number;
            /** @description Medals by name, one occurrence each, also if the member already has them. */
            medals?: components["schemas"]["AwardName"][];
            rank?: components["schemas"]["EventRankAwardInput"];
        };
        /** @description The awards on finishing. */
        EventAwardRulesInput: components["schemas"]["EventAwardRuleInput"][];
        /** @description A rank change by exactly one of `move`, to the next rank from the current one, and `rankUniqueId`. */
        EventRankAward: {
            move?: components["schemas"]["RankMove"];
            rankUniqueId?: components["schemas"]["RankUniqueId"];
        };
        /**
         * @description One rule, for the attendees of one role, or for all present attendees without `role`. The points and medals of all rules
         *     for a role are added; the first rank applies.
         */
        EventAwardRule: {
            role?: components["schemas"]["EventRole"];
            /**
             * Format: int64
             * @description Experience to add. It saturates at the bound.
             */
            experience?: number;
            /**
             * Format: int64
             * @description Quota points to add. They saturate at the bound.
             */
            quotaPoints?: number;
            /** @description Medals by name, one occurrence each, also if the member already has them. */
            medals?: components["schemas"]["AwardName"][];
            rank?: components["schemas"]["EventRankAward"];
        };
        /** @description The awards on finishing. */
        EventAwardRules: components["schemas"]["EventAwardRule"][];
        /** @description A type of events. */
        EventType: {
            eventTypeId: components["schemas"]["EventTypeId"];
            name: components["schemas"]["EventName"];
            description: components["schemas"]["EventDescription"];
            awards: components["schemas"]["EventAwardRules"];
            /** @description Whether it is archived and cannot be used for new events. */
            archived: boolean;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A new event type. */
        EventTypeCreate: {
            name: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            awards?: components["schemas"]["EventAwardRulesInput"];
        };
        /** @description The changes. */
        EventTypeUpdate: {
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            awards?: components["schemas"]["EventAwardRulesInput"];
            /** @description True archives the type. False restores it. */
            archived?: boolean;
        };
        /** @description An event type. */
        EventTypeReply: {
            data: components["schemas"]["EventType"];
        };
        /** @description The next page. */
        EventPageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of event types. */
        EventTypePage: {
            /** @description The event types. */
            data: components["schemas"]["EventType"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description Numbers of attendees by attendance. */
        EventCounts: {
            /**
             * Format: int32
             * @description Registered.
             */
            registered: number;
            /**
             * Format: int32
             * @description Present.
             */
            present: number;
            /**
             * Format: int32
             * @description Absent.
             */
            absent: number;
            /**
             * Format: int32
             * @description Excused.
             */
            excused: number;
        };
        /** @description A community event. */
        Event: {
            eventId: components["schemas"]["EventId"];
            eventTypeId: components["schemas"]["EventTypeId"];
            name: components["schemas"]["EventName"];
            description: components["schemas"]["EventDescription"];
            state: components["schemas"]["EventState"];
            startsAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description The planned end; null when absent.
             */
            endsAt: string | null;
            /** @description The host; null when absent. */
            hostUserId: string | null;
            awards: components["schemas"]["EventAwardRules"];
            attendees: components["schemas"]["EventCounts"];
            /**
             * Format: date-time
             * @description When it was started; null until then.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it was finished; null until then.
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled; null unless it was.
             */
            cancelledAt: string | null;
            /** @description The reason of the cancellation; null when absent. */
            cancelReason: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A new event. The default name is that of the type. */
        EventCreate: {
            eventTypeId: components["schemas"]["EventTypeId"];
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            startsAt: components["schemas"]["EventTime"];
            endsAt?: components["schemas"]["EventTime"];
            hostUserId?: components["schemas"]["UserIdInput"];
            awards?: components["schemas"]["EventAwardRulesInput"];
        };
        /** @description The changes. */
        EventUpdate: {
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            startsAt?: components["schemas"]["EventTime"];
            endsAt?: components["schemas"]["EventTime"];
            /** @description True removes the end. */
            removeEndsAt?: boolean;
            hostUserId?: components["schemas"]["UserIdInput"];
            /** @description True removes the host. */
            removeHost?: boolean;
            awards?: components["schemas"]["EventAwardRulesInput"];
        };
        /** @description The reason of the cancellation. */
        EventCancel: {
            /** @description The reason, visible with the event. */
            reason?: string;
        };
        /** @description An event. */
        EventReply: {
            data: components["schemas"]["Event"];
        };
        /** @description One page of events. */
        EventPage: {
            /** @description The events. */
            data: components["schemas"]["Event"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description The awards and the current status of rank changes. */
        EventAwardSummary: {
            /**
             * Format: int32
             * @description Members with an award.
             */
            members: number;
            /**
             * Format: int32
             * @description Members with awarded experience.
             */
            experience: number;
            /**
             * Format: int32
             * @description Members with awarded quota points.
             */
            quotaPoints: number;
            /**
             * Format: int32
             * @description Awarded medal occurrences.
             */
            medals: number;
            /**
             * Format: int32
             * @description Medal occurrences not awarded, because the member has 1,000, or the medal or its role cannot be given.
             */
            medalsWithheld: number;
            rankChanges: components["schemas"]["EventRankChangeCounts"];
        };
        /** @description Numbers of rank changes by status. */
        EventRankChangeCounts: {
            /**
             * Format: int32
             * @description Queued or in execution.
             */
            pending: number;
            /**
             * Format: int32
             * @description Succeeded.
             */
            succeeded: number;
            /**
             * Format: int32
             * @description Failed; the codes are in listEventAwards.
             */
            failed: number;
            /**
             * Format: int32
             * @description Not queued, because the community has no connection.
             */
            skipped: number;
        };
        /** @description The result. */
        EventFinishMeta: {
            /** @description The event was already finished; nothing was awarded. */
            replayed: boolean;
            awards: components["schemas"]["EventAwardSummary"];
            /** @description The platform operations of rank changes that have not ended. */
            pendingOperations: string[];
        };
        /** @description A finished event and its awards. */
        EventFinished: {
            data: components["schemas"]["Event"];
            meta: components["schemas"]["EventFinishMeta"];
        };
        /** @description An attendee of an event. */
        EventAttendee: {
            userId: components["schemas"]["UserId"];
            role: components["schemas"]["EventRole"];
            attendance: components["schemas"]["EventAttendance"];
            addedAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Role and attendance. Absent properties stay. */
        EventAttendeeSet: {
            role?: components["schemas"]["EventRole"];
            attendance?: components["schemas"]["EventAttendance"];
        };
        /** @description An account with role and attendance. Absent properties stay. */
        EventAttendeeEntry: {
            userId: components["schemas"]["UserIdInput"];
            role?: components["schemas"]["EventRole"];
            attendance?: components["schemas"]["EventAttendance"];
        };
        /** @description Up to 100 attendees, each account once. */
        EventAttendeesSet: {
            /** @description The attendees. */
            attendees: components["schemas"]["EventAttendeeEntry"][];
        };
        /** @description An attendee. */
        EventAttendeeReply: {
            data: components["schemas"]["EventAttendee"];
            meta: components["schemas"]["EventAttendeeReplyMeta"];
        };
        /** @description The result. */
        EventAttendeeReplyMeta: {
            /** @description False when nothing changed. */
            changed: boolean;
        };
        /** @description The attendees that were set. */
        EventAttendeesReply: {
            /** @description The attendees, by user id. */
            data: components["schemas"]["EventAttendee"][];
            meta: components["schemas"]["EventAttendeesReplyMeta"];
        };
        /** @description The result. */
        EventAttendeesReplyMeta: {
            /**
             * Format: int32
             * @description Number of added or changed attendees.
             */
            changed: number;
        };
        /** @description One page of attendees. */
        EventAttendeePage: {
            /** @description The attendees, by user id. */
            data: components["schemas"]["EventAttendee"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description Awarded points; null when there are none. */
        EventPointsAwarded: {
            /**
             * Format: int64
             * @description The sum of the rules, after the award limit.
             */
            amount: number;
            /** @description The community's award limit reduced the amount. */
            clamped: boolean;
            /**
             * Format: int64
             * @description The change of the stored value; less at the bound.
             */
            change: number;
            /** @description The audit entry. */
            auditId: string;
        } | null;
        /** @description Occurrences of one medal. */
        EventMedalAwarded: {
            name: components["schemas"]["AwardName"];
            /**
             * Format: int32
             * @description Awarded occurrences.
             */
            count: number;
            /**
             * Format: int32
             * @description Withheld occurrences.
             */
            withheld: number;
            code: components["schemas"]["EventMedalRefusal"];
        };
        /**
         * @description Why some were withheld; null when none were. Values may be added.
         * @enum {string|null}
         */
        EventMedalRefusal: "medal_limit_reached" | "medal_archived" | "medal_not_found" | "rank_out_of_bounds" | "rank_not_assignable" | null;
        /** @description The member's rank change; null when there is none. */
        EventRankChange: {
            kind: components["schemas"]["EventRankChangeKind"];
            /**
             * Format: int64
             * @description With `set`, the target rank.
             */
            rankUniqueId: number | null;
            status: components["schemas"]["EventRankChangeStatus"];
            /** @description With `failed` or `skipped`, the error code. */
            code: string | null;
            /** @description The platform operation, readable until 30 days after its end; null when `skipped`. */
            operationId: string | null;
        } | null;
        /**
         * @description By a rule, or `auto`: by AutoRank on the new experience.
         * @enum {string}
         */
        EventRankChangeKind: "set" | "promote" | "demote" | "auto";
        /**
         * @description The current status of the rank change.
         * @enum {string}
         */
        EventRankChangeStatus: "pending" | "succeeded" | "failed" | "skipped";
        /** @description The awards of one member. */
        EventAward: {
            userId: components["schemas"]["UserId"];
            role: components["schemas"]["EventRole"];
            experience: components["schemas"]["EventPointsAwarded"];
            quotaPoints: components["schemas"]["EventPointsAwarded"];
            /** @description Medals in the order of the rules. */
            medals: components["schemas"]["EventMedalAwarded"][];
            rankChange: components["schemas"]["EventRankChange"];
        };
        /** @description One page of event awards. */
        EventAwardPage: {
            /** @description The members, by user id. */
            data: components["schemas"]["EventAward"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description A reversal or a dry run. */
        Reversal: {
            reversalId: components["schemas"]["ReversalId"];
            /** @description It only decides; nothing is changed. */
            dryRun: boolean;
            source: components["schemas"]["ReversalSource"];
            sourceId: components["schemas"]["ReversalSourceId"];
            /**
             * Format: date-time
             * @description The begin of the window; null without a window.
             */
            from: string | null;
            /**
             * Format: date-time
             * @description The end of the window; null without a window.
             */
            to: string | null;
            /** @description The reason, which the audit entries have; null when absent. */
            reason: string | null;
            state: components["schemas"]["ReversalState"];
            errorCode: components["schemas"]["ReversalErrorCode"];
            counts: components["schemas"]["ReversalCounts"];
            createdBy: components["schemas"]["SuspensionActor"];
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it finished or failed; null before.
             */
            completedAt: string | null;
        };
        /**
         * @description The reversal.
         * @example rev_k3v5q2m4n6p7r2s4t5u6
         */
        ReversalId: string;
        /**
         * @description Whose changes. Values may be added. With a window: `key` (an API key), `person` (a person who has signed in), `operator` (its
         *     name in the audit log), `job` (a job of the server), `account` (an account of the platform: what it changed by hand). Without:
         *     `batch` (a batch of the last 24 hours), `event` (what finishing it gave), `entry` (one audit entry), `reversal` (what an earlier reversal did).
         * @enum {string}
         */
        ReversalSource: "key" | "person" | "operator" | "job" | "account" | "batch" | "event" | "entry" | "reversal";
        /**
         * @description The id of the source; for an entry its `auditId`, for an account its user id.
         * @example k3v5q2m4n6p7
         */
        ReversalSourceId: string;
        /**
         * @description Values may be added. `collecting`: the entries are read from the audit log. `working`: they are decided and taken back.
         *     `finished`: each entry has its result, and its operations have ended. `failed`: see `errorCode`.
         * @enum {string}
         */
        ReversalState: "collecting" | "working" | "finished" | "failed";
        /**
         * @description Why it failed; null otherwise. Values may be added. `source_not_found`: the community has no such batch, event, entry or
         *     reversal. `too_many_entries`: nothing was changed; use a shorter window. `storage_limit_reached`: nothing was changed; delete older
         *     reversals (`deleteReversal`). `community_moved`: the community was moved to another
         *     server meanwhile; what was taken back stays so, the rest can be taken back there. `actor-authorization-revoked`: the key or person
         *     that asked for the reversal was revoked, disabled or lost a scope before everything was done; the counts say what was taken back, and the
         *     rest is `impossible`. Of an `account`:
         *     `platform_not_connected`: connect the group again. `platform_log_unreadable`: the credential may not read the audit log of the group; give it
         *     `legacy-group:manage`. `account_of_connection`: the server changes ranks under this account itself, so the log does not tell
         *     which were changed by hand.
         * @enum {string|null}
         */
        ReversalErrorCode: "source_not_found" | "too_many_entries" | "storage_limit_reached" | "community_moved" | "actor-authorization-revoked" | "platform_not_connected" | "platform_log_unreadable" | "account_of_connection" | null;
        /** @description The number of entries by their state. */
        ReversalCounts: {
            /**
             * Format: int32
             * @description All entries.
             */
            entries: number;
            /**
             * Format: int32
             * @description Taken back, or by a dry run: would be taken back.
             */
            takenBack: number;
            /**
             * Format: int32
             * @description Kept because of later changes.
             */
            superseded: number;
            /**
             * Format: int32
             * @description Cannot be taken back.
             */
            impossible: number;
            /**
             * Format: int32
             * @description Not decided yet, or queued.
             */
            pending: number;
        };
        /** @description Whose changes are taken back. */
        ReversalRequest: {
            source: components["schemas"]["ReversalSource"];
            sourceId: components["schemas"]["ReversalSourceId"];
            /**
             * Format: date-time
             * @description The begin of the window, at most 31 days ago. Required for `key`, `person`, `operator`, `job` and `account`, and not allowed otherwise.
             * @example 2026-03-01T12:00:00Z
             */
            from?: string;
            /**
             * Format: date-time
             * @description The end of the window, not in the future. Without it, the time of the request.
             * @example 2026-03-01T13:00:00Z
             */
            to?: string;
            /**
             * @description The reason, for the audit log.
             * @example The key was published
             */
            reason?: string;
            /** @description Decide what would happen, and change nothing. */
            dryRun?: boolean;
        };
        /** @description A reversal. */
        ReversalAnswer: {
            data: components["schemas"]["Reversal"];
            meta?: components["schemas"]["NamedMeta"];
        };
        /** @description One page of reversals, newest first. */
        ReversalPage: {
            /** @description The reversals. */
            data: components["schemas"]["Reversal"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /** @description What becomes of one audit entry, or of one change by hand. */
        ReversalItem: {
            /**
             * @description The audit entry that is taken back; null for a change by hand.
             * @example 4711
             */
            auditId: string | null;
            /**
             * Format: date-time
             * @description When the change by hand was made; null for an audit entry.
             */
            changedAt: string | null;
            /**
             * @description The account; null for a form, and for a blacklist entry of a group.
             * @example 530662918
             */
            userId: string | null;
            kind: components["schemas"]["ReversalItemKind"];
            /** @description The medal, the qualification, or the present name of the form; null for other kinds. */
            name: string | null;
            /**
             * @description The warning, blacklist entry, suspension or form; null for other kinds.
             * @example ble_k3v5q2m4n6p7r2s4t5u6
             */
            recordId: string | null;
            /** @description The group of a blacklist entry; null for other entries. */
            groupId: string | null;
            /**
             * Format: int64
             * @description The rank before the entry. The member gets the one before the oldest entry that is taken back; null for other kinds.
             */
            rankUniqueId: number | null;
            /**
             * Format: int64
             * @description The role that the entry gave or took; null for other kinds.
             */
            roleUniqueId: number | null;
            heldRoleUniqueIds: components["schemas"]["HeldRoleUniqueIds"];
            state: components["schemas"]["ReversalItemState"];
            /**
             * Format: int64
             * @description By how much the points or the number of medals change, 1 for a role that is given back and -1 for one that is taken away; null for other kinds, and unless taken back.
             */
            change: number | null;
            /** @description The points reached their smallest or largest value, so they changed by less. */
            clamped: boolean;
            /** @description The audit entry of the later change; null without one. */
            supersededBy: string | null;
            reason: components["schemas"]["ReversalItemReason"];
            /** @description With `operation_failed`: the error code of the operation, or of the change that would be refused; null otherwise. */
            errorCode: string | null;
            /** @description The audit entry with which it was taken back; null otherwise. */
            resultAuditId: string | null;
            /** @description The platform operation that takes it back; null without one. */
            operationId: string | null;
        };
        /**
         * @description The roles that a removed or banned member held before the changes of the account, as far as the server knows: its rank among them.
         *     Null for other kinds.
         */
        HeldRoleUniqueIds: number[] | null;
        /**
         * @description What the entry changed; `removal` and `ban` of a member from the group are by hand. Values may be added.
         * @enum {string}
         */
        ReversalItemKind: "experience" | "quotaPoints" | "medal" | "qualification" | "rank" | "role" | "removal" | "ban" | "warning" | "blacklistEntry" | "suspension" | "application";
        /**
         * @description `open`: not decided yet. `queued`: an operation takes it back. `taken_back`. `superseded`: a later change is kept. `impossible`: see
         *     `reason`.
         * @enum {string}
         */
        ReversalItemState: "open" | "queued" | "taken_back" | "superseded" | "impossible";
        /**
         * @description Why it was not taken back, or what of it stays; null otherwise. Values may be added. `later_change`: `supersededBy`, or somebody by hand, changed it later. `state_differs`: the
         *     member no longer has what the entry left. `already_taken_back`: by another reversal, or one that is under way. `not_permitted`: the
         *     key may not make such a change itself. `award_not_found`, `award_archived`, `award_limit_reached`: the award cannot be given
         *     back. `role_of_award`: the member keeps the role with an award. `operation_failed`: the operation has failed, or would fail, with
         *     `errorCode`. `values_erased`: the entry has no values, the audit log of the group does not name the role, or the former definition of
         *     the form is no longer kept. `member_not_found`: the member was erased. `has_ended`: the warning, blacklist entry or suspension has ended by
         *     itself. `suspension_lifted`: a lifted suspension does not begin again; make a new one. `password_kept`: the log has no passwords, so the form
         *     keeps the one that the entry set; the rest of the entry is taken back. `role_kept`: the award was taken back (`resultAuditId`), and the operation
         *     on its role failed with `errorCode`: change the role yourself.
         *     `only_by_hand`: the member was removed or banned, which the platform lets no program take back; invite the member again, then restore `heldRoleUniqueIds`.
         * @enum {string|null}
         */
        ReversalItemReason: "later_change" | "state_differs" | "already_taken_back" | "not_permitted" | "award_not_found" | "award_archived" | "award_limit_reached" | "role_of_award" | "operation_failed" | "values_erased" | "member_not_found" | "only_by_hand" | "has_ended" | "suspension_lifted" | "password_kept" | "role_kept" | null;
        /** @description One page of the entries of a reversal, oldest first. */
        ReversalItemPage: {
            /** @description The entries. */
            data: components["schemas"]["ReversalItem"][];
            meta: components["schemas"]["NamedPageMeta"];
        };
        /**
         * @description A change, or a read of a response (`application.response.read`). `before` and `after` have the former and new values, or
         *     what was read, with the property names of this document, or null; erasure removes their texts. `after.set` is true for points
         *     that were set to a value, and `after.reverses` names the entries that a reversal took back, and `after.reversesByHand` the times of changes by hand. With `member.rank` and `member.role`,
         *     `after.operationId` is the operation that made the change, and with `member.rank` `after.kind` its kind. A change that was made by hand has the actor `platform` and `after.seen`: the request
         *     that saw it first did not make it.
         */
        AuditEntry: {
            /**
             * @description The id of the entry.
             * @example 4711
             */
            auditId: string;
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["AuditActor"];
            onBehalfOf: components["schemas"]["OnBehalfOf"];
            /**
             * @description The action.
             * @example member.experience
             */
            action: string;
            /** @description The account; null when there is none. */
            userId: string | null;
            before: components["schemas"]["AuditValues"];
            after: components["schemas"]["AuditValues"];
            /** @description The reason given by the actor. */
            reason: string | null;
            /** @description The `X-Request-Id` of the request; null without a request. */
            requestId: string | null;
            /**
             * @description Only when `before`, `after` and `reason` are withheld: the missing scope.
             * @example blacklists.read
             */
            requiredScope?: string;
        };
        /** @description The member for whom the key acted (`X-On-Behalf-Of`): null for nobody, `0` when the account was erased. */
        OnBehalfOf: string | null;
        /** @description The actor. */
        AuditActor: {
            kind: components["schemas"]["ActorKind"];
            /** @description The key id, the operator's name, the job's, the id of the person, that of the applicant's session, or `by-hand`. */
            id: string;
        };
        /** @description Values by property name, or null. */
        AuditValues: {
            [key: string]: unknown;
        } | null;
        /** @description One page of the audit log. */
        AuditEntryPage: {
            /** @description The entries. */
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["AuditEntryPageMeta"];
        };
        /** @description The next page. */
        AuditEntryPageMeta: {
            /** @description The next `cursor`. Always set in the feed, also at its end; null at the end of `order=newest`. */
            nextCursor: string | null;
            /** @description Whether more entries can be read now. */
            hasMore: boolean;
            names?: components["schemas"]["Names"];
        };
        /**
         * @description `feed`: oldest first, without gaps. `newest`: newest first.
         * @default feed
         * @enum {string}
         */
        AuditOrder: "feed" | "newest";
        /**
         * @description The id of a batch, unique per API key for 24 hours.
         * @example round-4711
         */
        BatchId: string;
        /** @description Awards of many members. */
        AwardBatchRequest: {
            batchId: components["schemas"]["BatchId"];
            /** @description The entries, applied in this order. */
            entries: components["schemas"]["BatchEntry"][];
        };
        /** @description The awards of one member: at least one of `experience`, `quotaPoints` and `medals`, applied atomically. */
        BatchEntry: {
            userId: components["schemas"]["UserIdOrName"];
            by?: components["schemas"]["UserIdKind"];
            experience?: components["schemas"]["BatchPoints"];
            quotaPoints?: components["schemas"]["BatchPoints"];
            /** @description Medals by name; those the member already has change nothing. */
            medals?: components["schemas"]["AwardName"][];
            /** @description The reason, stored in all audit entries of this entry. */
            reason?: string;
        };
        /** @description A change of experience or quota points, with the reason of the entry. */
        BatchPoints: {
            op: components["schemas"]["PointsOperation"];
            /**
             * Format: int64
             * @description The difference, or the new value.
             */
            amount: number;
        };
        /** @description A batch and its outcome. */
        AwardBatchAnswer: {
            data: components["schemas"]["AwardBatch"];
            meta: components["schemas"]["AwardBatchAnswerMeta"];
        };
        /** @description A summary of the outcome. */
        AwardBatchAnswerMeta: {
            /**
             * Format: int32
             * @description Applied entries.
             */
            succeeded: number;
            /**
             * Format: int32
             * @description Failed entries, of which nothing was applied.
             */
            failed: number;
            /** @description The outcome is that of an earlier request; nothing was awarded. */
            replayed: boolean;
        };
        /** @description A batch and its entries' outcomes, in the order of the request. */
        AwardBatch: {
            batchId: components["schemas"]["BatchId"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description One outcome per entry. */
            entries: components["schemas"]["BatchEntryOutcome"][];
        };
        /**
         * @description The outcome of an entry. With success, `member`, an outcome for each part, and `autoRank` if it has experience. With
         *     failure, `error`, and nothing was applied.
         */
        BatchEntryOutcome: {
            /**
             * Format: int32
             * @description The index of the entry in the request, from 0.
             */
            index: number;
            status: components["schemas"]["BatchEntryStatus"];
            /** @description The account; null when the username was not found, or the account was erased. */
            userId: string | null;
            member?: components["schemas"]["MemberPoints"];
            experience?: components["schemas"]["BatchPointsOutcome"];
            quotaPoints?: components["schemas"]["BatchPointsOutcome"];
            /** @description The medals, in the order given. */
            medals?: components["schemas"]["BatchMedalOutcome"][];
            autoRank?: components["schemas"]["BatchAutoRank"];
            error?: components["schemas"]["BatchEntryError"];
        };
        /**
         * @description Whether the entry was applied.
         * @enum {string}
         */
        BatchEntryStatus: "succeeded" | "failed";
        /** @description The points of a member. */
        MemberPoints: {
            /**
             * Format: int64
             * @description Experience.
             */
            experience: number;
            /**
             * Format: int64
             * @description Quota points.
             */
            quotaPoints: number;
        };
        /** @description The result. */
        BatchPointsOutcome: {
            appliedAmount: components["schemas"]["AppliedAmount"];
            clamped: components["schemas"]["Clamped"];
            change: components["schemas"]["StoredChange"];
            auditId: components["schemas"]["AuditId"];
        };
        /** @description The result of a medal. */
        BatchMedalOutcome: {
            name: components["schemas"]["AwardName"];
            /**
             * Format: int32
             * @description Added occurrences; 0 when the member already had the medal.
             */
            change: number;
            auditId: components["schemas"]["AuditId"];
        };
        /**
         * @description The result of AutoRank after all entries of the member. `unchanged`: nothing to do. `queued`: a rank change was queued.
         *     `skipped`: it did not apply, or could not be queued, see `reason`.
         */
        BatchAutoRank: {
            outcome: components["schemas"]["BatchAutoRankResult"];
            /** @description With `skipped`, the reason: `not_connected`, `disabled`, `no_ladder`, `not_in_group`, `outside_ladder`, `demotion_not_allowed`, `suspended`, `blacklisted`, `rank_ambiguous`, `rank_out_of_bounds`, `writes_paused` (somebody paused the writes to the group), or an error code. */
            reason?: string;
            /** @description With `queued`, the platform operation; absent when the deployment has no asynchronous operations (SCHEDULER=off). */
            operationId?: string;
        };
        /**
         * @description Whether AutoRank queued a rank change.
         * @enum {string}
         */
        BatchAutoRankResult: "unchanged" | "queued" | "skipped";
        /** @description The error of the entry. Branch on `code`, display `message`. */
        BatchEntryError: {
            code: components["schemas"]["ErrorCode"];
            /** @description A message for people. */
            message: string;
        };
        /**
         * @description The URL of the receiver, https without user name and password.
         * @example https://bot.example.com/hooks
         */
        WebhookUrl: string;
        /**
         * @description A description of the endpoint.
         * @example The bot of the training staff
         */
        WebhookDescription: string;
        /**
         * @description The message types. `'*'`: all, including future types.
         *     `member.awarded`: experience, quota points, a medal or a qualification was awarded or removed. `member.rank.changed`: the
         *     rank was changed on the platform. `response.submitted`, `response.decided`: an application response was submitted, or has
         *     passed or failed. `operation.ended`: a platform operation has ended. `event.finished`: an event was finished.
         *     `platform.connection.changed`: the platform refuses the credential of the community or accepts it again, or the credential
         *     ends soon (`expiresAt`). `ranks.ambiguous`: a member holds several roles, and the community has not declared which are ranks;
         *     once until it has declared. `key.limited`, `person.limited`: a key or a person went beyond its takes an hour; once an hour. `key.many-members`, `person.many-members`: a key or a
         *     person changed more than 500 members within an hour; once an hour. `key.paused`, `person.paused`: somebody paused it. `platform.paused`: somebody paused the writes to
         *     the group. `group.alarm`: more members were changed by hand in a minute than `alarmChangesPerMinute` of the community, by ranks, removals or
         *     bans; once for a burst. `userId` is the account that changed the most.
         *     A key that creates an endpoint, changes its URL or types, or enables it needs the scopes for its types: `members.read` for
         *     members, `applications.responses.read` for responses, `members.ranks.write` for `operation.ended`,
         *     `platform.connection.changed`, `ranks.ambiguous`, `key.limited`, `person.limited`, `key.many-members`, `person.many-members`, `key.paused`, `person.paused`, `platform.paused` and `group.alarm`, `events.read` for `event.finished`, and all of these for `'*'`.
         * @example [
         *       "member.rank.changed",
         *       "response.decided"
         *     ]
         */
        WebhookTypes: components["schemas"]["WebhookType"][];
        /**
         * @description A type of message; `'*'` is all. Types may be added.
         * @enum {string}
         */
        WebhookType: "*" | "member.awarded" | "member.rank.changed" | "response.submitted" | "response.decided" | "operation.ended" | "event.finished" | "platform.connection.changed" | "ranks.ambiguous" | "key.limited" | "person.limited" | "key.many-members" | "person.many-members" | "key.paused" | "person.paused" | "platform.paused" | "group.alarm";
        /** @description A webhook endpoint. */
        Webhook: {
            /** @description The endpoint. */
            webhookId: string;
            url: components["schemas"]["WebhookUrl"];
            description: components["schemas"]["WebhookDescription"];
            types: components["schemas"]["WebhookTypes"];
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Why it is disabled: `requested`, `gone` (it returned 410) or `failing` (three days without a success); null while it is enabled. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description The first failure after the last success; null without failures.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret signs too; null when only one signs.
             */
            previousSecretUntil: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A webhook endpoint with its secret, which is not returned again. */
        WebhookWithSecret: {
            /** @description The endpoint. */
            webhookId: string;
            url: components["schemas"]["WebhookUrl"];
            description: components["schemas"]["WebhookDescription"];
            types: components["schemas"]["WebhookTypes"];
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Why it is disabled: `requested`, `gone` (it returned 410) or `failing` (three days without a success); null while it is enabled. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description The first failure after the last success; null without failures.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret signs too; null when only one signs.
             */
            previousSecretUntil: string | null;
            /** @description `whsec_` and the base64 of the signing key. It is not returned again: null in the answer to a repeated request. */
            secret: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A webhook endpoint. */
        WebhookReply: {
            data: components["schemas"]["Webhook"];
        };
        /** @description A webhook endpoint with its secret. */
        WebhookSecretReply: {
            data: components["schemas"]["WebhookWithSecret"];
        };
        /** @description The webhook endpoints of the community. */
        WebhookList: {
            /** @description The endpoints. */
            data: components["schemas"]["Webhook"][];
        };
        /** @description A new webhook endpoint. */
        WebhookCreate: {
            url: components["schemas"]["WebhookUrl"];
            types?: components["schemas"]["WebhookTypes"];
            description?: components["schemas"]["WebhookDescription"];
        };
        /** @description Changes of a webhook endpoint. */
        WebhookUpdate: {
            url?: components["schemas"]["WebhookUrl"];
            types?: components["schemas"]["WebhookTypes"];
            description?: components["schemas"]["WebhookDescription"];
            /** @description Whether messages are sent. */
            enabled?: boolean;
        };
        /** @description Options of a rotation. */
        WebhookRotation: {
            /**
             * Format: int32
             * @description How long the previous secret signs too; 86400 by default.
             */
            overlapSeconds?: number;
        };
        /** @description A message for one endpoint, and its delivery. */
        WebhookDelivery: {
            /** @description The `webhook-id`. */
            deliveryId: string;
            /** @description The type of the message. */
            type: string;
            /** @description The member; null when there is none. */
            userId: string | null;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: int32
             * @description Number of attempts.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the last attempt.
             */
            lastAttemptAt: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the last response; null when there was none.
             */
            lastStatus: number | null;
            /** @description The error of the last attempt. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt; null when there is none, or when earlier messages must be sent first.
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was delivered or parked.
             */
            finishedAt: string | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `parked`: not retried unless it is redelivered.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "parked";
        /** @description A message. */
        WebhookDeliveryReply: {
            data: components["schemas"]["WebhookDelivery"];
        };
        /** @description A message to an endpoint. */
        WebhookMessage: {
            /** @description One of WebhookTypes, or `webhook.test`; types may be added. */
            type: string;
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookData"];
        };
        /** @description The event. The properties depend on the type and may be extended; empty for a test. */
        WebhookData: {
            /** @description The audit entry of the event. */
            auditId?: string;
            userId?: components["schemas"]["UserId"];
            /** @description With `member.awarded`: `experience`, `quotaPoints`, `medal` or `qualification`. */
            award?: string;
            name?: components["schemas"]["AwardName"];
            /** @description The form. */
            applicationId?: string;
            /**
             * Format: int32
             * @description The version of the form.
             */
            applicationVersion?: number;
            /** @description The response. */
            responseId?: string;
            /** @description The platform operation. */
            operationId?: string;
            /** @description The event. */
            eventId?: string;
            /** @description The kind of the operation. */
            kind?: string;
            /** @description The final status of the operation; with `platform.connection.changed`: `connected` or `reconnect_required`. */
            status?: string;
            /** @description With `reconnect_required`, what the platform says of the credential: `expired`, `disabled`, `refused` or `unknown`. */
            reason?: string | null;
            /**
             * Format: date-time
             * @description When the credential ends, unless it is used or renewed.
             * @example 2026-04-30T12:00:00.000000Z
             */
            expiresAt?: string | null;
            /** @description The error code without success. */
            errorCode?: string | null;
            before?: components["schemas"]["WebhookState"];
            after?: components["schemas"]["WebhookState"];
        };
        /** @description The former or new values, with the property names of this document. */
        WebhookState: {
            /**
             * Format: int64
             * @description Experience.
             */
            experience?: number;
            /**
             * Format: int64
             * @description Quota points.
             */
            quotaPoints?: number;
            /**
             * Format: int32
             * @description Occurrences of the medal or qualification.
             */
            count?: number;
            rank?: components["schemas"]["WebhookRank"];
            /** @description Of a response. */
            status?: string;
            /** @description Of an event. */
            state?: string;
        };
        /** @description The rank. */
        WebhookRank: {
            /**
             * Format: int64
             * @description The rank.
             */
            uniqueId?: number;
            /**
             * Format: int32
             * @description Its number.
             */
            rankId?: number;
            /** @description Its name. */
            name?: string;
        };
        /** @description One page of messages, newest first. */
        WebhookDeliveryPage: {
            /** @description The messages. */
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A notification of the game platform, in its format. Additional properties are accepted. */
        PlatformNotification: {
            /** @description The same for every delivery of one notification. */
            NotificationId: string;
            /** @description Only `RightToErasureRequest` has an effect. */
            EventType: string;
            /** @description The time of the event, in the platform's format. */
            EventTime?: string;
            EventPayload?: components["schemas"]["PlatformEventPayload"];
        } & {
            [key: string]: unknown;
        };
        /** @description The event. A `RightToErasureRequest` must have the account. */
        PlatformEventPayload: {
            UserId?: components["schemas"]["UserIdInput"];
            /** @description The experiences of the account. Ignored, because the account is erased in every community. */
            GameIds?: unknown[];
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The member with the rank on the platform. */
        RankChangedReply: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RankChanged"];
            };
        };
        /** @description The member after the change. */
        AwardChangedReply: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AwardChanged"];
            };
        };
        /** @description The record is the one that `If-None-Match` names. Without a body. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The notification was received, now or before. */
        NotificationReceived: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request does not match this document, or has a text that is not stored. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The credentials are missing or not accepted. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The caller is known and may not do this. `Retry-After` is present where waiting helps. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description There is no such record, or no such path. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The state of the record, the member or the community does not allow the request. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A limit is reached. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The server failed. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The platform failed or refused the request, or its connection cannot be used. */
        BadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The server, or what it needs, is not available at the moment. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The platform did not answer in time. `Location` is present where an operation follows it. */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Link: components["headers"]["ErrorHelp"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Location: components["headers"]["OperationLocation"];
                "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /**
         * @description The properties of the entries, separated by commas; all if absent. `place`, `userId` and `username` are always present.
         * @example [
         *       "experience"
         *     ]
         */
        LeaderboardFieldsQuery: components["schemas"]["LeaderboardField"][];
        /**
         * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
         *     experience; use the username there.
         * @example 530662918
         */
        UserIdPath: string;
        /**
         * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
         *     `username_changed`.
         * @example userId
         */
        By: components["schemas"]["UserIdKind"];
        /**
         * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
         * @example Valor
         */
        AwardNamePath: string;
        /**
         * @description The platform's global user id.
         * @example 530662918
         */
        VerifiedUserIdPath: components["schemas"]["UserIdText"];
        /**
         * @description The domain of the id: a universe, an application or a group.
         * @example universe-4242
         */
        DomainPath: components["schemas"]["Domain"];
        /**
         * @description The id of the player in this domain.
         * @example 9001
         */
        DomainIdPath: components["schemas"]["DomainId"];
        /**
         * @description The form.
         * @example app_k3v5q2m4n6p7r2s4t5u6
         */
        ApplicationIdPath: string;
        /**
         * @description The template.
         * @example tpl_k3v5q2m4n6p7r2s4t5u6
         */
        TemplateIdPath: string;
        /**
         * @description The response.
         * @example rsp_k3v5q2m4n6p7r2s4t5u6
         */
        ResponseIdPath: string;
        /**
         * @description The platform operation.
         * @example op_k3v5q2m4n6p7r2s4t5u6
         */
        OperationId: string;
        /**
         * @description What happens to the keys and people that the key or the person made, and to those that these made. `keep`, the default: they stay, and the
         *     answer lists them when the key or the person is revoked, disabled or paused. `end`: the keys are revoked and the people disabled in the same
         *     transaction.
         * @example end
         */
        DependantsChoice: components["schemas"]["DependantsAction"];
        /**
         * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
         *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
         * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
         */
        IfMatch: string;
        /**
         * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
         *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
         *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
         *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
         *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
         * @example 530662918
         */
        OnBehalfOfHeader: string;
        /**
         * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
         *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
         *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
         * @example true
         */
        ConfirmedHeader: string;
        /**
         * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
         * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
         */
        IfNoneMatch: string;
        /**
         * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
         *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
         *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
         *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
         *     that changed nothing leaves its key unused.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        RetryKey: string;
        /**
         * @description 1 to 255 visible characters that identify the request. Quotes around a key count, and are no part of it. A retry with the
         *     same key and body returns the same operation, until 24 hours after its end. Keys are separate for each API key; a rotated API key keeps those of
         *     its predecessor. Bodies are compared as sent: a member by id and the same member by username are different requests, so
         *     that a retry needs no request to the platform.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description Whether `meta.total` says how many records the list with its filters has over all pages.
         * @example 1
         */
        WithTotal: components["schemas"]["PageExtra"];
        /**
         * @description Whether `meta.names` has the names that belong to the ids of the page or record.
         * @example 1
         */
        WithNames: components["schemas"]["PageExtra"];
        /**
         * @description `data.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        OpaqueCursor: string;
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        JoinRequestCursor: string;
        /**
         * @description `false`: only active. `true`: only archived. `all`: both.
         * @example false
         */
        Archived: components["schemas"]["ArchivedFilter"];
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        AwardCursor: string;
        /**
         * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
         * @example 50
         */
        AwardLimit: number;
        /**
         * @description The rank, by its `uniqueId` (the platform role resource id).
         * @example 99513314
         */
        RankUniqueIdPath: number;
        /**
         * @description The blacklist entry.
         * @example ble_k3v5q2m4n6p7r2s4t5u6
         */
        BlacklistEntryIdPath: string;
        /**
         * @description The warning.
         * @example wrn_k3v5q2m4n6p7r2s4t5u6
         */
        WarningIdPath: string;
        /**
         * @description `live`: active. `ended`: expired or ended early. `all`: both.
         * @example live
         */
        ModerationState: components["schemas"]["ModerationStateFilter"];
        /**
         * @description Only this account.
         * @example 530662918
         */
        ModerationUserId: components["schemas"]["UserIdText"];
        /**
         * @description The id of the key.
         * @example 4kTq7ZpB2xWm
         */
        KeyIdPath: string;
        /**
         * @description The id of the person.
         * @example per_k3v5q2m4n6p7r2s4t5u6
         */
        PersonIdPath: string;
        /**
         * @description The name of the role.
         * @example event-host
         */
        RoleNamePath: string;
        /**
         * @description The id of the session.
         * @example ses_k3v5q2m4n6p7r2s4t5u6
         */
        SessionIdPath: string;
        /**
         * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
         * @example 50
         */
        KeyLimit: number;
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        ModerationCursor: string;
        /**
         * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
         * @example 50
         */
        ModerationLimit: number;
        /**
         * @description The suspension.
         * @example sus_k3v5q2m4n6p7r2s4t5u6
         */
        SuspensionIdPath: string;
        /**
         * @description The reversal.
         * @example rev_k3v5q2m4n6p7r2s4t5u6
         */
        ReversalIdPath: string;
        /**
         * @description The event type.
         * @example ety_k3v5q2m4n6p7r2s4t5u6
         */
        EventTypeIdPath: string;
        /**
         * @description The event.
         * @example evt_k3v5q2m4n6p7r2s4t5u6
         */
        EventIdPath: string;
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        EventCursor: string;
        /**
         * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
         * @example 50
         */
        EventLimit: number;
        /**
         * @description The batch id chosen by the client.
         * @example round-4711
         */
        BatchIdPath: string;
        /**
         * @description The webhook endpoint.
         * @example whk_k3v5q2m4n6p7r2s4t5u6
         */
        WebhookId: string;
        /**
         * @description The `webhook-id` of the message.
         * @example msg_k3v5q2m4n6p7r2s4t5u6
         */
        DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the server's log and audit log. It begins with the client's `X-Request-Id` and a dot if that has 1 to 64 letters, digits, dots, hyphens and underscores; the rest is unique.
         * @example 3f2c1f0e-6f3b-4d0a-9a53-8ef1a4b7f6d2
         */
        XRequestId: string;
        /**
         * @description The page of the error code, in HTML, with what happened and what to do. With `.md` after the code it is Markdown. A deprecated operation adds a link with `rel="deprecation"`.
         * @example </docs/errors/member_not_found>; rel="help"
         */
        ErrorHelp: string;
        /**
         * @description The ignored unknown query parameters, percent-encoded and comma-separated: the first ten, 50 characters each. Absent when there are none.
         * @example utm_source
         */
        XIgnoredParameters: string;
        /**
         * @description Maximum requests per minute. If several limits apply, as on the application access routes, the one with the fewest remaining requests. Absent when rate limiting is off.
         * @example 600
         */
        RateLimitLimit: number;
        /**
         * @description Remaining requests under `RateLimit-Limit`, as known to this process.
         * @example 587
         */
        RateLimitRemaining: number;
        /**
         * @description Without remaining requests, seconds until one is accepted; otherwise, seconds until the oldest requests leave the window.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description The same limit as a structured field (draft-ietf-httpapi-ratelimit-headers-10): the name of the limit, the remaining requests (`r`), and seconds until further ones are accepted (`t`). `key` counts the requests of the API key, `access` those on the application access routes, `address` those of the address without valid credentials.
         * @example "key";r=587;t=42
         */
        RateLimit: string;
        /**
         * @description The limit that `RateLimit` names, in requests (`q`) for a window of seconds (`w`).
         * @example "key";q=600;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 30
         */
        RetryAfter: number;
        /**
         * @description What is asked for: `Bearer` (RFC 6750) is a key or a session, `Passkey` a proof of the person, `PlatformSignature` the signature of the game platform.
         * @example Bearer error="invalid_token"
         */
        WwwAuthenticate: string;
        /**
         * @description The path of the platform operation.
         * @example /v2/platform-operations/op_k3v5q2m4n6p7r2s4t5u6
         */
        OperationLocation: string;
        /**
         * @description The platform operation.
         * @example op_k3v5q2m4n6p7r2s4t5u6
         */
        PlatformOperationId: string;
        /**
         * @description The state of the record in this form (RFC 9110). Send it as `If-None-Match` to read, as `If-Match` to change.
         * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
         */
        ETag: string;
        /**
         * @description The cookie of the session, or its removal.
         * @example __Host-session=ses_k3v5q2m4n6p7r2s4t5u6; Path=/; HttpOnly; SameSite=Lax; Secure
         */
        SetCookie: string;
        /**
         * @description The cookie of the applicant session, or its removal.
         * @example __Host-applicant=exampleonly; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure
         */
        SetApplicantCookie: string;
        /**
         * @description The cookie of the sign-in with the issuer, which is opaque, or its removal and the cookie of the session.
         * @example __Host-issuer=exampleonly; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure
         */
        SetIssuerCookie: string;
        /**
         * @description The answer belongs to a known `Idempotency-Key`. It is that of the first request; an asynchronous operation is in its current state.
         * @example true
         */
        IdempotentReplayed: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page. Without sort and filters it is the `userId` of the last member, otherwise it is opaque.
                 * @example 2
                 */
                cursor?: components["schemas"]["MemberCursor"];
                /**
                 * @description Maximum number of members, a whole number from 1, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: string;
                /**
                 * @description The property that the members are sorted by.
                 * @example experience
                 */
                sort?: components["schemas"]["MemberSort"];
                /**
                 * @description `desc` needs `sort=experience` or `sort=updatedAt`.
                 * @example desc
                 */
                order?: components["schemas"]["SortOrder"];
                /**
                 * @description Only members whose username or display name contains this text, in any case.
                 * @example build
                 */
                name?: components["schemas"]["NamePart"];
                /**
                 * @description Only members with this rank, as last synced.
                 * @example 99513314
                 */
                rankUniqueId?: components["schemas"]["RankUniqueId"];
                /**
                 * @description Only members who have the medal of this name.
                 * @example Valor
                 */
                medal?: components["schemas"]["AwardName"];
                /**
                 * @description Only members who have the qualification of this name.
                 * @example Pilot
                 */
                qualification?: components["schemas"]["AwardName"];
                /**
                 * @description Only members with this experience or more.
                 * @example 1000
                 */
                minExperience?: components["schemas"]["ExperienceBound"];
                /**
                 * @description Only members with this experience or less.
                 * @example 2000
                 */
                maxExperience?: components["schemas"]["ExperienceBound"];
                /**
                 * @description Only members that were changed at this time or later (`updatedAt`).
                 * @example 2026-03-01T00:00:00Z
                 */
                changedSince?: components["schemas"]["EventTime"];
                /**
                 * @description The properties of the members, separated by commas; all if absent. `userId` and `username` are always present.
                 * @example [
                 *       "experience",
                 *       "rank"
                 *     ]
                 */
                fields?: components["schemas"]["MemberField"][];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
                /**
                 * @description Sync the profile from the platform now, regardless of its age.
                 * @example 1
                 */
                refresh?: components["schemas"]["ProfileRefresh"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member, and the result of the sync. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberFetched"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    changeExperience: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description The change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PointsChange"];
            };
        };
        responses: {
            /** @description The member after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperienceChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    changeQuotaPoints: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description The change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PointsChange"];
            };
        };
        responses: {
            /** @description The member after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaPointsChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setMemberRank: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description The rank to assign, by exactly one of its two ids. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankTarget"];
            };
        };
        responses: {
            200: components["responses"]["RankChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    promoteMember: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RankChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    demoteMember: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RankChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    awardMedal: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description The medal, by name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardByName"];
            };
        };
        responses: {
            200: components["responses"]["AwardChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    removeMedal: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AwardChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    awardQualification: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description The qualification, by name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardByName"];
            };
        };
        responses: {
            200: components["responses"]["AwardChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    removeQualification: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AwardChangedReply"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listRanks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranks, lowest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /**
                 * @description `data.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["OpaqueCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of forms. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The complete definition and an optional password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationCreate"];
            };
        };
        responses: {
            /** @description The form as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /**
                 * @description `data.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["OpaqueCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A name and a complete definition. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateCreate"];
            };
        };
        responses: {
            /** @description The template as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The template.
                 * @example tpl_k3v5q2m4n6p7r2s4t5u6
                 */
                templateId: components["parameters"]["TemplateIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    duplicateApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The name of the copy; by default the name of the source. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplicationDuplicate"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The complete definition and the current version. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationUpdate"];
            };
        };
        responses: {
            /** @description The form as stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: {
                /**
                 * @description The current version, for clients that send no body with DELETE.
                 * @example 1
                 */
                version?: number;
            };
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The current version. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplicationDelete"];
            };
        };
        responses: {
            /** @description The form was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApplicationConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openApplication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The account, and the password if the form has one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantAccess"];
            };
        };
        responses: {
            /** @description The questions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listResponses: {
        parameters: {
            query?: {
                /**
                 * @description Only responses in this state.
                 * @example Pending
                 */
                status?: components["schemas"]["ResponseStatus"];
                /**
                 * @description Only responses of this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserIdText"];
                /**
                 * @description Responses on the page, 1 to 100.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `data.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["OpaqueCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of responses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponsePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The account, the version that the player was shown, and the answers. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseSubmit"];
            };
        };
        responses: {
            /** @description The outcome. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApplicationStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
            };
            cookie?: never;
        };
        /** @description The account, and the password if the form has one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantAccess"];
            };
        };
        responses: {
            /** @description The result, or null. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getResponse: {
        parameters: {
            query?: {
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
                /**
                 * @description The response.
                 * @example rsp_k3v5q2m4n6p7r2s4t5u6
                 */
                responseId: components["parameters"]["ResponseIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reviewResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationIdPath"];
                /**
                 * @description The response.
                 * @example rsp_k3v5q2m4n6p7r2s4t5u6
                 */
                responseId: components["parameters"]["ResponseIdPath"];
            };
            cookie?: never;
        };
        /** @description The decision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseReview"];
            };
        };
        responses: {
            /** @description The decision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitRankOperation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible characters that identify the request. Quotes around a key count, and are no part of it. A retry with the
                 *     same key and body returns the same operation, until 24 hours after its end. Keys are separate for each API key; a rotated API key keeps those of
                 *     its predecessor. Bodies are compared as sent: a member by id and the same member by username are different requests, so
                 *     that a retry needs no request to the platform.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The member and the rank. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankOperationRequest"];
            };
        };
        responses: {
            /** @description The operation, accepted now, or earlier with the same key. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["OperationLocation"];
                    "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    lookUpMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The members and their properties. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberLookupRequest"];
            };
        };
        responses: {
            /** @description The stored members, and what no member has. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberLookupAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeaderboard: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of members. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The properties of the entries, separated by commas; all if absent. `place`, `userId` and `username` are always present.
                 * @example [
                 *       "experience"
                 *     ]
                 */
                fields?: components["parameters"]["LeaderboardFieldsQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members with the most experience, highest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLeaderboardPlace: {
        parameters: {
            query?: {
                /**
                 * @description Members above the member, and below it; from 0 to 10.
                 * @example 1
                 */
                around?: number;
                /**
                 * @description The properties of the entries, separated by commas; all if absent. `place`, `userId` and `username` are always present.
                 * @example [
                 *       "experience"
                 *     ]
                 */
                fields?: components["parameters"]["LeaderboardFieldsQuery"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member and those around it, highest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardPlaceAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    explainAutoRank: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What AutoRank would do, and why. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankExplained"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    syncRanks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranks, lowest first, and the changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RanksSynced"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRank: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The rank, by its `uniqueId` (the platform role resource id).
                 * @example 99513314
                 */
                uniqueId: components["parameters"]["RankUniqueIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rank. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRank: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The rank, by its `uniqueId` (the platform role resource id).
                 * @example 99513314
                 */
                uniqueId: components["parameters"]["RankUniqueIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankUpdate"];
            };
        };
        responses: {
            /** @description The rank after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAutoRankSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankSettingsReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateAutoRankSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRankSettingsUpdate"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankSettingsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewAutoRank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What would be set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRankPreviewRequest"];
            };
        };
        responses: {
            /** @description What AutoRank would do. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankPreviewed"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMedals: {
        parameters: {
            query?: {
                /**
                 * @description `false`: only active. `true`: only archived. `all`: both.
                 * @example false
                 */
                archived?: components["parameters"]["Archived"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["AwardCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["AwardLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of medals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMedal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name and description. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardCreate"];
            };
        };
        responses: {
            /** @description The medal as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMedal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The medal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMedal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardUpdate"];
            };
        };
        responses: {
            /** @description The medal after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listQualifications: {
        parameters: {
            query?: {
                /**
                 * @description `false`: only active. `true`: only archived. `all`: both.
                 * @example false
                 */
                archived?: components["parameters"]["Archived"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["AwardCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["AwardLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of qualifications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createQualification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name and description. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardCreate"];
            };
        };
        responses: {
            /** @description The qualification as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getQualification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The qualification. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateQualification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The name, percent-encoded. One that is longer than a name can be is answered as an unknown one.
                 * @example Valor
                 */
                name: components["parameters"]["AwardNamePath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardUpdate"];
            };
        };
        responses: {
            /** @description The qualification after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJoinRequirements: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The join requirements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinRequirementsReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setJoinRequirements: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description All forms that are required. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequirements"];
            };
        };
        responses: {
            /** @description The join requirements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinRequirementsReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApplicantForms: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
                 * @example 50
                 */
                limit?: components["parameters"]["KeyLimit"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id.
                 * @example 530662918
                 */
                userId: components["parameters"]["VerifiedUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of forms. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantFormPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of notifications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllResponses: {
        parameters: {
            query?: {
                /**
                 * @description Only responses in this state. Without it, `Pending`, or with `userId` all states.
                 * @example Pending
                 */
                status?: components["schemas"]["ResponseStatus"];
                /**
                 * @description Only this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description Only responses to this form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId?: components["schemas"]["ApplicationId"];
                /**
                 * @description `oldest` lists those first that have waited longest.
                 * @example oldest
                 */
                order?: components["schemas"]["ResponseOrder"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of responses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllResponsesPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlatformOperations: {
        parameters: {
            query?: {
                /**
                 * @description Only operations of this status.
                 * @example queued
                 */
                status?: components["schemas"]["PlatformOperationStatus"];
                /**
                 * @description Only this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of operations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitRoleOperation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible characters that identify the request. Quotes around a key count, and are no part of it. A retry with the
                 *     same key and body returns the same operation, until 24 hours after its end. Keys are separate for each API key; a rotated API key keeps those of
                 *     its predecessor. Bodies are compared as sent: a member by id and the same member by username are different requests, so
                 *     that a retry needs no request to the platform.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The member, the role and the action. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleOperationRequest"];
            };
        };
        responses: {
            /** @description The operation, accepted now, or earlier with the same key. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["OperationLocation"];
                    "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    submitJoinOperation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible characters that identify the request. Quotes around a key count, and are no part of it. A retry with the
                 *     same key and body returns the same operation, until 24 hours after its end. Keys are separate for each API key; a rotated API key keeps those of
                 *     its predecessor. Bodies are compared as sent: a member by id and the same member by username are different requests, so
                 *     that a retry needs no request to the platform.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The account and the decision. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinOperationRequest"];
            };
        };
        responses: {
            /** @description The operation, accepted now, or earlier with the same key. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["OperationLocation"];
                    "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getPlatformOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The platform operation.
                 * @example op_k3v5q2m4n6p7r2s4t5u6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelPlatformOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform operation.
                 * @example op_k3v5q2m4n6p7r2s4t5u6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled operation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryPlatformOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path: {
                /**
                 * @description The platform operation.
                 * @example op_k3v5q2m4n6p7r2s4t5u6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new operation. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["OperationLocation"];
                    "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIdentities: {
        parameters: {
            query: {
                /**
                 * @description The account.
                 * @example 530662918
                 */
                userId: components["schemas"]["UserIdText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportIdentities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The domain and the ids. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentitiesReport"];
            };
        };
        responses: {
            /** @description One result per entry, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain of the id: a universe, an application or a group.
                 * @example universe-4242
                 */
                domain: components["parameters"]["DomainPath"];
                /**
                 * @description The id of the player in this domain.
                 * @example 9001
                 */
                id: components["parameters"]["DomainIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reportIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The domain of the id: a universe, an application or a group.
                 * @example universe-4242
                 */
                domain: components["parameters"]["DomainPath"];
                /**
                 * @description The id of the player in this domain.
                 * @example 9001
                 */
                id: components["parameters"]["DomainIdPath"];
            };
            cookie?: never;
        };
        /** @description What the game server knows of the player. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityReport"];
            };
        };
        responses: {
            /** @description The id after the report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityReported"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setVerifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The links. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationsSet"];
            };
        };
        responses: {
            /** @description One result per entry, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The platform's global user id.
                 * @example 530662918
                 */
                userId: components["parameters"]["VerifiedUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id.
                 * @example 530662918
                 */
                userId: components["parameters"]["VerifiedUserIdPath"];
            };
            cookie?: never;
        };
        /** @description The chat account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationSet"];
            };
        };
        responses: {
            /** @description The link after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id.
                 * @example 530662918
                 */
                userId: components["parameters"]["VerifiedUserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This community has not linked the account. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLinkCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The account that the code is for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCodeCreate"];
            };
        };
        responses: {
            /** @description The code. It is not shown again. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkCodeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    redeemLinkCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The code and who entered it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCodeRedeem"];
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listJoinRequests: {
        parameters: {
            query?: {
                /**
                 * @description Only this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["JoinRequestCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinRequestPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    acceptJoinRequest: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision, as the platform shows it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinDecided"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    declineJoinRequest: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decision, as the platform shows it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinDecided"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listBlacklistEntries: {
        parameters: {
            query?: {
                /**
                 * @description `live`: active. `ended`: expired or ended early. `all`: both.
                 * @example live
                 */
                state?: components["parameters"]["ModerationState"];
                /**
                 * @description Only this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description Only entries of this platform group.
                 * @example 5812734
                 */
                groupId?: components["schemas"]["GroupId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBlacklistEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The account or group, the reason and the expiry. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryCreate"];
            };
        };
        responses: {
            /** @description The entry, active from now on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getBlacklistEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateBlacklistEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryUpdate"];
            };
        };
        responses: {
            /** @description The entry after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    liftBlacklistEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryIdPath"];
            };
            cookie?: never;
        };
        /** @description The reason. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryLift"];
            };
        };
        responses: {
            /** @description The lifted entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWarnings: {
        parameters: {
            query?: {
                /**
                 * @description `live`: active. `ended`: expired or ended early. `all`: both.
                 * @example live
                 */
                state?: components["parameters"]["ModerationState"];
                /**
                 * @description Only this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of warnings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWarning: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The member, the reason and the points. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WarningCreate"];
            };
        };
        responses: {
            /** @description The warning, and the active points including it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getWarning: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The warning.
                 * @example wrn_k3v5q2m4n6p7r2s4t5u6
                 */
                warningId: components["parameters"]["WarningIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The warning. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeWarning: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The warning.
                 * @example wrn_k3v5q2m4n6p7r2s4t5u6
                 */
                warningId: components["parameters"]["WarningIdPath"];
            };
            cookie?: never;
        };
        /** @description The reason. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WarningRevoke"];
            };
        };
        responses: {
            /** @description The revoked warning, and the remaining active points. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSuspensions: {
        parameters: {
            query?: {
                /**
                 * @description Only suspensions in this state; `live` selects all that have not ended.
                 * @example live
                 */
                state?: components["schemas"]["SuspensionStateFilter"];
                /**
                 * @description Only suspensions of this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserIdText"];
                /**
                 * @description Maximum number of suspensions, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: string;
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
                /**
                 * @description Whether `meta.total` says how many records the list with its filters has over all pages.
                 * @example 1
                 */
                total?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of suspensions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSuspension: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The member, the end and the reason. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspensionCreate"];
            };
        };
        responses: {
            /** @description The suspension; the member has the suspended rank. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSuspension: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suspension. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSuspension: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspensionUpdate"];
            };
        };
        responses: {
            /** @description The suspension. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    liftSuspension: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionIdPath"];
            };
            cookie?: never;
        };
        /** @description The reason. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuspensionLift"];
            };
        };
        responses: {
            /** @description The ended suspension. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSuspensionSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionSettingsAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSuspensionSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The rank, or its removal. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspensionSettingsUpdate"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionSettingsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["EventLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of event types. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEventType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The type. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeCreate"];
            };
        };
        responses: {
            /** @description The type as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEventType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The event type.
                 * @example ety_k3v5q2m4n6p7r2s4t5u6
                 */
                eventTypeId: components["parameters"]["EventTypeIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The type. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEventType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event type.
                 * @example ety_k3v5q2m4n6p7r2s4t5u6
                 */
                eventTypeId: components["parameters"]["EventTypeIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeUpdate"];
            };
        };
        responses: {
            /** @description The type as stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events in this state.
                 * @example scheduled
                 */
                state?: components["schemas"]["EventState"];
                /**
                 * @description Only events of this type.
                 * @example ety_k3v5q2m4n6p7r2s4t5u6
                 */
                eventTypeId?: components["schemas"]["EventTypeId"];
                /**
                 * @description Only events that start at this time or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: components["schemas"]["EventTime"];
                /**
                 * @description Only events that start before this time.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: components["schemas"]["EventTime"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["EventLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreate"];
            };
        };
        responses: {
            /** @description The event as stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventUpdate"];
            };
        };
        responses: {
            /** @description The event as stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    startEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishEvent: {
        parameters: {
            query?: {
                /**
                 * @description Whether to wait for the rank changes; `false` responds after the commit.
                 * @example true
                 */
                wait?: boolean;
            };
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The finished event and its awards. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFinished"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    cancelEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        /** @description The reason. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventCancel"];
            };
        };
        responses: {
            /** @description The cancelled event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventAttendees: {
        parameters: {
            query?: {
                /**
                 * @description Only this attendance.
                 * @example present
                 */
                attendance?: components["schemas"]["EventAttendance"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["EventLimit"];
            };
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of attendees. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setEventAttendees: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        /** @description The attendees with role and attendance. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventAttendeesSet"];
            };
        };
        responses: {
            /** @description The attendees as stored, by user id. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeesReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    setEventAttendee: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        /** @description Role and attendance. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventAttendeeSet"];
            };
        };
        responses: {
            /** @description The attendee as stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    removeEventAttendee: {
        parameters: {
            query?: {
                /**
                 * @description The meaning of `userId` in the path. Usernames are case-insensitive; writes with a former name are rejected with 409
                 *     `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
                /**
                 * @description The platform's global user id, or a username with `by=username`. In a game server the id may be scoped to the
                 *     experience; use the username there.
                 * @example 530662918
                 */
                userId: components["parameters"]["UserIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is not an attendee. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listEventAwards: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["EventLimit"];
            };
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of awards. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAwardPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description The feed, oldest first, or the newest entries first.
                 * @example feed
                 */
                order?: components["schemas"]["AuditOrder"];
                /**
                 * @description Only entries of this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserIdText"];
                /**
                 * @description Only this action, such as `member.experience`; with a dot at its end, all actions with this prefix, such as
                 *     `member.`.
                 * @example member.
                 */
                action?: string;
                /**
                 * @description Only entries by keys, by operators, or by the server's jobs.
                 * @example key
                 */
                actorKind?: components["schemas"]["ActorKind"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example c2lnbmVkLXBsYWNlLWluLXRoZS1mZWVk
                 */
                cursor?: string;
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReversals: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of reversals. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReversalPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createReversal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Whose changes, and from when to when. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalRequest"];
            };
        };
        responses: {
            /** @description The reversal, which a job carries out. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReversalAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReversal: {
        parameters: {
            query?: {
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The reversal.
                 * @example rev_k3v5q2m4n6p7r2s4t5u6
                 */
                reversalId: components["parameters"]["ReversalIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reversal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReversalAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReversal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The reversal.
                 * @example rev_k3v5q2m4n6p7r2s4t5u6
                 */
                reversalId: components["parameters"]["ReversalIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reversal was deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReversalItems: {
        parameters: {
            query?: {
                /**
                 * @description Only entries in this state.
                 * @example superseded
                 */
                state?: components["schemas"]["ReversalItemState"];
                /**
                 * @description Maximum number of entries, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: string;
                /**
                 * @description Whether `meta.names` has the names that belong to the ids of the page or record.
                 * @example 1
                 */
                names?: components["parameters"]["WithNames"];
            };
            header?: never;
            path: {
                /**
                 * @description The reversal.
                 * @example rev_k3v5q2m4n6p7r2s4t5u6
                 */
                reversalId: components["parameters"]["ReversalIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReversalItemPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    awardBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
                /**
                 * @description `true`: the person of the session confirms what this request takes from members, so it does not count against
                 *     `takesPerHourLimit`. The session needs a proof that is at most five minutes old (403 `proof_required`, see `proveSession`). A key
                 *     cannot confirm: 400 `validation_failed`. Ask the person each time; a program that confirms by itself has no limit.
                 * @example true
                 */
                "X-Confirmed"?: components["parameters"]["ConfirmedHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The batch id and the entries. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardBatchRequest"];
            };
        };
        responses: {
            /** @description The outcome of every entry, in the order of the request. Check `meta.failed`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardBatchAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAwardBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The batch id chosen by the client.
                 * @example round-4711
                 */
                batchId: components["parameters"]["BatchIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardBatchAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The URL and the message types. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description How long the previous secret signs too. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued message. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only messages with this status.
                 * @example parked
                 */
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: string;
                /**
                 * @description Maximum number of messages, a whole number from 1. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhookMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The `webhook-id` of the message.
                 * @example msg_k3v5q2m4n6p7r2s4t5u6
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued message. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKeyAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
                 * @example 50
                 */
                limit?: components["parameters"]["KeyLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What the key may do. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description The key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKeyById: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the key.
                 * @example 4kTq7ZpB2xWm
                 */
                keyId: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateKey: {
        parameters: {
            query?: {
                /**
                 * @description What happens to the keys and people that the key or the person made, and to those that these made. `keep`, the default: they stay, and the
                 *     answer lists them when the key or the person is revoked, disabled or paused. `end`: the keys are revoked and the people disabled in the same
                 *     transaction.
                 * @example end
                 */
                dependants?: components["parameters"]["DependantsChoice"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the key.
                 * @example 4kTq7ZpB2xWm
                 */
                keyId: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description The key after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /**
                 * @description What happens to the keys and people that the key or the person made, and to those that these made. `keep`, the default: they stay, and the
                 *     answer lists them when the key or the person is revoked, disabled or paused. `end`: the keys are revoked and the people disabled in the same
                 *     transaction.
                 * @example end
                 */
                dependants?: components["parameters"]["DependantsChoice"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the key.
                 * @example 4kTq7ZpB2xWm
                 */
                keyId: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
            };
            path: {
                /**
                 * @description The id of the key.
                 * @example 4kTq7ZpB2xWm
                 */
                keyId: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        /** @description How long both keys are valid, and when the new one expires. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description The new key, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
                 * @example 50
                 */
                limit?: components["parameters"]["KeyLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of people. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The name and the role. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonCreate"];
            };
        };
        responses: {
            /** @description The person, with the link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPersonReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example per_k3v5q2m4n6p7r2s4t5u6
                 */
                personId: components["parameters"]["PersonIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePerson: {
        parameters: {
            query?: {
                /**
                 * @description What happens to the keys and people that the key or the person made, and to those that these made. `keep`, the default: they stay, and the
                 *     answer lists them when the key or the person is revoked, disabled or paused. `end`: the keys are revoked and the people disabled in the same
                 *     transaction.
                 * @example end
                 */
                dependants?: components["parameters"]["DependantsChoice"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example per_k3v5q2m4n6p7r2s4t5u6
                 */
                personId: components["parameters"]["PersonIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePerson: {
        parameters: {
            query?: {
                /**
                 * @description What happens to the keys and people that the key or the person made, and to those that these made. `keep`, the default: they stay, and the
                 *     answer lists them when the key or the person is revoked, disabled or paused. `end`: the keys are revoked and the people disabled in the same
                 *     transaction.
                 * @example end
                 */
                dependants?: components["parameters"]["DependantsChoice"];
            };
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example per_k3v5q2m4n6p7r2s4t5u6
                 */
                personId: components["parameters"]["PersonIdPath"];
            };
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonUpdate"];
            };
        };
        responses: {
            /** @description The person after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonChanged"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible characters that identify the request: a new key for each change, the same key for each retry of it. Quotes
                 *     around a key count, and are no part of it. A retry with the same key, path, query and body changes nothing and gets the answer of the first
                 *     request again, also when the record was changed or deleted since, with `Idempotent-Replayed: true`. A secret in it is null: it is
                 *     never stored. A key is kept for 24 hours, separately for each API key; a rotated API key keeps those of its predecessor. A request
                 *     that changed nothing leaves its key unused.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["RetryKey"];
            };
            path: {
                /**
                 * @description The id of the person.
                 * @example per_k3v5q2m4n6p7r2s4t5u6
                 */
                personId: components["parameters"]["PersonIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, with the link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedPersonReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStaffRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnRoleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setStaffRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the role.
                 * @example event-host
                 */
                roleName: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        /** @description The scopes, and the numbers of new people of the role. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnRoleInput"];
            };
        };
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnRoleReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteStaffRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the role.
                 * @example event-host
                 */
                roleName: components["parameters"]["RoleNamePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
                 * @example 50
                 */
                limit?: components["parameters"]["KeyLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example ses_k3v5q2m4n6p7r2s4t5u6
                 */
                sessionId: components["parameters"]["SessionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description Maximum number of items, a whole number from 1, sent as a string. Larger than 50 means 50.
                 * @example 50
                 */
                limit?: components["parameters"]["KeyLimit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example ses_k3v5q2m4n6p7r2s4t5u6
                 */
                sessionId: components["parameters"]["SessionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    proveSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The proof, of the kind that the person signs in with. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionProof"];
            };
        };
        responses: {
            /** @description The session, with the time of the proof. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    beginSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInChallengeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The assertion of the passkey; bytes in base64url. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInAssertion"];
            };
        };
        responses: {
            /** @description The session; the cookie has its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    beginRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The invitation of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationBegin"];
            };
        };
        responses: {
            /** @description The challenge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationChallengeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The new passkey; bytes in base64url. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRegistration"];
            };
        };
        responses: {
            /** @description The session; the cookie has its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    beginIssuerSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the account at the issuer is for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuerSignInBegin"];
            };
        };
        responses: {
            /** @description The address; the cookie has what the answer of the issuer is compared with. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetIssuerCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerSignInReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishIssuerSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters with which the issuer sent the browser back. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuerSignInFinish"];
            };
        };
        responses: {
            /** @description The session; the cookie has its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetIssuerCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApplicantCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The account that the code is for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantCodeCreate"];
            };
        };
        responses: {
            /** @description The code. It is not shown again. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantCodeReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApplicantSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApplicantSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The community and the code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicantSignIn"];
            };
        };
        responses: {
            /** @description The session; the cookie has its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetApplicantCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishApplicantSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The parameters with which the issuer sent the browser back. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuerSignInFinish"];
            };
        };
        responses: {
            /** @description The session; the cookie has its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetIssuerCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicantSessionReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endApplicantSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Set-Cookie": components["headers"]["SetApplicantCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommunitySettingsReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The platform's user id of the member for whom the key acts, such as the staff member who gave a bot a command. The key needs
                 *     `actFor`: otherwise the answer is 403 `acting_not_allowed`. The member needs a rank in the group: otherwise it is 403
                 *     `acting_account_not_in_group`. The request may then do what both may: nobody ranks a member who has their own rank or a
                 *     higher one, or gives such a rank. This is checked when the request is accepted (403 `rank_out_of_bounds`), and again with the
                 *     rank on the platform before anything is sent (`actor-authorization-revoked`). The audit log names the key and the member.
                 * @example 530662918
                 */
                "X-On-Behalf-Of"?: components["parameters"]["OnBehalfOfHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommunitySettingsUpdate"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommunitySettingsWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommunityPlanList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPlatformConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record that you have, or several, or `*`. When the record is the same, the answer is 304 without a body.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformConnectionReply"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePlatformConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as you read it, or several, or `*`. When the record has changed since, nothing is changed and the
                 *     answer is 409 `record_changed`: read it again. Without this header the last write wins.
                 * @example "mJ1zV0c8mC3pQ5hB0d1q2w3e4r5"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformConnectionUpdate"];
            };
        };
        responses: {
            /** @description The connection after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformConnectionWritten"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receivePlatformNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The platform's notification. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformNotification"];
            };
        };
        responses: {
            204: components["responses"]["NotificationReceived"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
