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
         * @description One page of the community's members, ordered by user id. Pass `meta.nextCursor` as `cursor` to get the next
         *     page; it is null on the last one. The page shows what is stored: the platform is not asked. A page ends
         *     early once its members hold 5,000 medals and qualifications together.
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
         * @description Fetches one member. A platform account that is not a member yet becomes one.
         *
         *     When the stored profile is older than the deployment's staleness window, or with `refresh`, the profile is
         *     synced from the platform and AutoRank runs before the answer. A plain fetch of a known member never fails
         *     because the platform does: it answers what is stored and says so in `meta.sync`. A `refresh` fails with the
         *     platform's error.
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
         * @description Adds to, takes from or sets the member's experience, records an audit entry and runs AutoRank. `increment` and
         *     `decrement` are clamped to the community's per-call award limit; `set` is not. `meta` says what happened.
         *
         *     When AutoRank started a rank change that did not succeed, the answer is that outcome's error, and the
         *     experience stays: `details.committed` then holds `experience`. Do not award again.
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
         * @description Adds to, takes from or sets the member's quota points and records an audit entry. Quota points never go below
         *     zero. `increment` and `decrement` are clamped to the community's per-call award limit; `set` is not.
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
         * @description Gives the member the named rank on the platform and answers when the platform has it. Name the rank by exactly
         *     one of `rankUniqueId` (the role resource id) or `rankId` (the rank number). A rank the member already holds is
         *     a success without a write. Guest (0) and owner (255) cannot be assigned.
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
         * @description Moves the member to the next higher rank by rank number, from the rank the platform shows now. At the highest
         *     assignable rank the answer is 409 `rank_limit_reached`. Takes no body.
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
         * @description Moves the member to the next lower rank by rank number, from the rank the platform shows now. At the lowest
         *     assignable rank the answer is 409 `rank_limit_reached`. Takes no body.
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
         * @description Awards the named medal. Awarding one the member already holds changes nothing, even at the limit. A member may
         *     hold 1,000 medal occurrences in total; one more answers 409 `medal_limit_reached`, and a removal frees slots. A
         *     medal that is archived is not awarded anew (409 `medal_archived`).
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
         * @description Takes all occurrences of the named medal from the member. Removing one the member does not hold changes
         *     nothing. An account that is not a member answers 404 `member_not_found`: a removal creates nobody.
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
         * @description Awards the named qualification. Awarding one the member already holds changes nothing; one that is archived is not
         *     awarded anew (409 `qualification_archived`).
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
         * @description Takes the named qualification from the member. Removing one the member does not hold changes nothing. An
         *     account that is not a member answers 404 `member_not_found`: a removal creates nobody.
         */
        delete: operations["removeQualification"];
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
         * Explain what AutoRank would do
         * @description Says what AutoRank would do with the member now and why, by the very rule AutoRank decides with, over what is stored:
         *     nothing is changed, nobody becomes a member, and the platform is not asked. `by=username` therefore finds a member by the
         *     name last synced, and no other. What only the platform knows (a rank changed there since the last sync, an outage)
         *     can still make the change itself come out otherwise.
         *
         *     `outcome` is `move` when the next experience write or sync would send the rank change, `unchanged` when there is nothing
         *     to do, and `skipped` when AutoRank does not apply. `reason`, for each:
         *
         *     - `move`: `threshold_met`.
         *     - `unchanged`: `already_there`; or `below_ladder`, the experience meets no threshold yet.
         *     - `skipped`: `not_connected`, the community has no platform connection; `disabled`, AutoRank is off; `no_ladder`, no rank has
         *       a threshold; `not_in_group`; `outside_ladder`, the member stands above the lowest step on a rank that is none;
         *       `demotion_not_allowed`, `target` is lower and the community does not let AutoRank demote; `suspended`; `blacklisted`;
         *       `platform_cloud_reconnect_required`, a change is due but waits for the connection to be restored.
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
    "/v2/ranks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ranks
         * @description All ranks of the community, ordered by rank number, as last synced from the platform. `autoRank` is the
         *     experience from which AutoRank gives the rank; `assignable` is false for guest (0) and owner (255).
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
         * @description Reads the group's roles from the platform now and answers the ranks as they are stored from then on; the server does the
         *     same every ten minutes. AutoRank thresholds of roles that stay are kept, also when a role gets another name or number; a
         *     role that is gone takes its threshold with it. `meta` counts what changed; member counts are brought up to date but are
         *     no change. Takes no body.
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
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set a rank's AutoRank threshold
         * @description Sets the experience from which AutoRank gives the rank, or takes the rank off the ladder. A threshold also needs
         *     `members.ranks.write` and the feature `rank-management`, because AutoRank then gives the rank. Nobody is moved by this;
         *     members are looked at when their experience changes or their profile is synced. Guest (0) and owner (255) are never given
         *     and take no threshold.
         *
         *     A ladder on which a higher rank asks for no more experience than a lower one is allowed, because a ladder is edited one
         *     rank at a time and the platform may reorder roles under it. AutoRank then gives the higher rank at once and never the
         *     lower one; `meta.unreachable` names every rank this is so for after the change, so that nobody is surprised.
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
         * @description Whether AutoRank is on in this community, and whether it may lower a rank. The ladder itself is on the ranks (`listRanks`).
         */
        get: operations["getAutoRankSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the AutoRank settings
         * @description Changes what is given. While AutoRank is off, experience writes and fetches change no rank and say `skipped` with the
         *     reason `disabled`; thresholds stay. A change holds on every process of the deployment within a second. Switching either
         *     setting on also needs `members.ranks.write` and the feature `rank-management`.
         */
        patch: operations["updateAutoRankSettings"];
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
         * @description One page of the medals the community can award, ordered by name. Archived ones are left out unless `archived` asks for
         *     them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. How many members hold one is
         *     not said: a number that is kept while thousands of awards a second go on would make them wait for each other.
         */
        get: operations["listMedals"];
        put?: never;
        /**
         * Create a medal
         * @description Adds a medal that the community can award from now on. Names are unique in the community, those of archived ones
         *     included; they are compared exactly.
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
         * @description One medal, archived or not, by its name.
         */
        get: operations["getMedal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename, describe, archive or restore a medal
         * @description Changes what is given and nothing else. Members keep what they hold, when it was awarded included: a renamed medal
         *     shows under its new name at once, everywhere; an archived one stays with its holders and can still be removed
         *     from them, but is not awarded anew (409 `medal_archived`) until `archived: false` brings it back. An empty
         *     `description` clears it. What is as asked already is a success without an audit entry.
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
         * @description One page of the qualifications the community can award, ordered by name. Archived ones are left out unless `archived` asks for
         *     them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. How many members hold one is
         *     not said: a number that is kept while thousands of awards a second go on would make them wait for each other.
         */
        get: operations["listQualifications"];
        put?: never;
        /**
         * Create a qualification
         * @description Adds a qualification that the community can award from now on. Names are unique in the community, those of archived ones
         *     included; they are compared exactly.
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
         * @description One qualification, archived or not, by its name.
         */
        get: operations["getQualification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename, describe, archive or restore a qualification
         * @description Changes what is given and nothing else. Members keep what they hold, when it was awarded included: a renamed qualification
         *     shows under its new name at once, everywhere; an archived one stays with its holders and can still be removed
         *     from them, but is not awarded anew (409 `qualification_archived`) until `archived: false` brings it back. An empty
         *     `description` clears it. What is as asked already is a success without an audit entry.
         */
        patch: operations["updateQualification"];
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
         * @description Closes and deletes a form. Its responses stay readable. Send the current version as `version` in the body or in the query.
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
         * @description Checks the player's access and returns the questions of the current version without answer keys. `userId` is the global
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
         *     automatic grading decides immediately and sends the same notification and direct message as a review.
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
         * @description Decides a pending response. `revision` must be its current revision. The decision is attributed to the API key. It adds a
         *     dashboard notification with the feedback and queues a direct message to the chat account that submitted, with a link to
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
         * Accept a rank change
         * @description Accepts a rank change and answers before the platform was asked. The change is carried out once, in the order of
         *     acceptance for each member, survives restarts of everything, and is never left in an unknown state: read the operation
         *     the answer names until its `status` is `succeeded`, `failed` or `cancelled`.
         *
         *     Name the rank by exactly one of `rankUniqueId`, `rankId` or `move`. What is not sent by `deadlineSeconds` is cancelled.
         *     With `supersede`, operations of the same member that are still queued are cancelled in favour of this one.
         *
         *     An account that is not yet a member, or is named by a username, is accepted while the platform is away or throttling, and
         *     resolved before dispatch; until then `userId` is null where only the name is known. If the platform then does not know it,
         *     the operation fails with `member_not_found` or `username_changed`.
         */
        post: operations["submitRankOperation"];
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
         * @description Where an operation stands, and every step it took to get there. Operations stay readable for 30 days after their end.
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
         * @description Cancels an operation that is queued and of which nothing was sent; it cannot run later. Takes no body. The rank change of
         *     a suspension (`rank.suspend`, `rank.restore`) also needs `suspensions.write`.
         */
        post: operations["cancelPlatformOperation"];
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
         * @description One page of the community's blacklist, newest first: what is in force, unless `state` asks for what has ended or for all.
         *     Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listBlacklistEntries"];
        put?: never;
        /**
         * Blacklist an account or a group
         * @description Keeps an account out, or every account of a group of the platform: name exactly one of `userId` and `groupId`. Who is kept
         *     out cannot open, submit to or read a result of an application form (403 `applicant_blacklisted`), is not raised in
         *     rank (409 `member_blacklisted`), and is left alone by AutoRank. A rank already held is not taken away.
         *
         *     The account need not be a member and does not become one. An account or group has one entry in force at a time:
         *     another answers 409 `blacklist_entry_exists` and names it. While a group is blacklisted, each access to a form asks the
         *     platform for the groups of the account, and is refused where the platform cannot say, as it is without a connection.
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
         * @description One entry, in force or ended. Entries are never deleted.
         */
        get: operations["getBlacklistEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a blacklist entry
         * @description Changes why or until when an entry is in force; what is left out stays. One that has ended stays as it was: 409
         *     `blacklist_entry_ended`. A change to what is there already changes nothing, and `meta.auditId` is null.
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
         * @description Ends an entry before its time; it stays on record with who lifted it and why. One that has ended already, lifted or
         *     expired, answers 409 `blacklist_entry_ended`.
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
         * @description One page of the community's warnings, newest first: those in force, unless `state` asks for those that have ended or for
         *     all. With `userId`, `meta.activePoints` is the sum of the points in force of that account, whatever the page shows.
         *     Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
         */
        get: operations["listWarnings"];
        put?: never;
        /**
         * Warn a member
         * @description Gives a member a warning of some points, which count until it expires or is revoked. `meta.activePoints` is the sum of
         *     the member's points in force with this one: of warnings given at once each answers its own sum, so a threshold is crossed
         *     in exactly one answer. A platform account that is not a member yet becomes one.
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
         * @description One warning, in force or ended. Warnings are never deleted.
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
         * @description Takes a warning back: its points count no longer, and it stays on record with who revoked it and why. One that has ended
         *     already, revoked or expired, answers 409 `warning_ended`.
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
         * @description One page of the community's suspensions, the newest first, with those that ended. `state=live` shows what has not ended.
         */
        get: operations["listSuspensions"];
        put?: never;
        /**
         * Suspend a member
         * @description Moves the member to the suspended rank on the platform until a time, and answers when the platform has it. The rank held
         *     before is recorded as the platform shows it at the move. While it lasts every other rank change of the member is refused
         *     with 409 `member_suspended`, and AutoRank leaves it alone. At its end the rank held before is restored, unless somebody
         *     ranked the member otherwise on the platform meanwhile: that is never undone.
         *
         *     The rank is `rankUniqueId`, else the community's suspended rank (`updateSuspensionSettings`). Naming a rank also needs
         *     `members.ranks.write`: any assignable rank can be named. A definite failure ends the
         *     suspension and nothing is barred. Where the outcome is not known the suspension stands until the scheduler knows it:
         *     `details.committed` then holds `suspension` and `details.suspensionId` its id. Do not suspend again.
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
         * @description One suspension, live or ended.
         */
        get: operations["getSuspension"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Extend or shorten a suspension
         * @description Sets another end, another reason, or both, while the suspension is live and not lifted. `durationSeconds` counts from now.
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
         * @description Ends the suspension before its time and answers when the rank is restored, or when it is clear that there is nothing to
         *     restore: `outcome` says which. Lifting one that is ending or has ended changes nothing and is a success.
         *
         *     Once accepted, the rank is restored however long that takes: where the outcome is not known in time, or the platform refused,
         *     `details.committed` of the error holds `lift`. Read the suspension.
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
         * @description The rank that suspended members are moved to where a suspension names none.
         */
        get: operations["getSuspensionSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the suspended rank
         * @description Sets the rank that suspended members are moved to, or removes it. Setting one also needs `members.ranks.write`, because
         *     suspensions then give it. Live suspensions keep theirs. A rank nobody has seen yet is
         *     looked up on the platform once. Take a rank that is no step of AutoRank: AutoRank would give it to members who earned it.
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
         * @description One page of the community's event types, newest first, archived ones among them. Pass `meta.nextCursor` as `cursor` to get
         *     the next page; it is null on the last one. A page ends early once its texts and awards reach 1 MiB.
         */
        get: operations["listEventTypes"];
        put?: never;
        /**
         * Create an event type
         * @description Every event has a type, and only types that somebody with `events.write` has made can be held. A type's `awards` are what
         *     a new event of it awards unless the event brings its own. Medals and ranks in them must exist.
         *
         *     What `awards` give needs its own scope and feature beside `events.write`: `experience` needs `members.experience.write` and
         *     `experience`, `quotaPoints` needs `members.quota.write` and `quota`, `medals` needs `members.medals.write` and `medals`,
         *     `rank` needs `members.ranks.write` and `rank-management`. They are checked here, when the awards are changed, when an event
         *     of the type is created, and again, with the key and the plan of that moment, when the event is finished.
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
         * @description One event type, archived or not.
         */
        get: operations["getEventType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an event type
         * @description Changes what is named. New `awards` are for events that are created from now on; existing events keep their copy. They need
         *     the scopes and features of what they give (`createEventType`). No new event can be of an archived type; those there are go on.
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
         * @description One page of the community's events, the latest start first. `from` and `to` bound `startsAt`: from the one, and before the
         *     other. A page ends early once its texts and awards reach 1 MiB.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Schedules an event of a type that is not archived. `awards` are copied from the type when left out, and can be replaced
         *     until the event ends. Named or copied, they need the scopes and features of what they give (`createEventType`). The host becomes a member on first touch; to be awarded, the host attends like everybody else.
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
         * @description One event, with how many attend it by attendance.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description Changes what is named, until the event is finished or cancelled; what is left out stays, so two people who change different
         *     things do not undo each other. `removeHost` and `removeEndsAt` clear what a client without null cannot. New `awards` need the
         *     scopes and features of what they give (`createEventType`).
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
         * @description From `scheduled` to `active`. Takes no body.
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
         * @description From `active` to `finished`, which is final, and awards every attendee whose attendance is `present`: experience, quota points
         *     and medals in the same transaction, and the rank changes accepted in it as platform operations of their own, each exactly
         *     once, however often this is asked, by whomever, and whatever dies meanwhile. Takes no body.
         *
         *     A finished event answers 200 with `meta.replayed` true and awards nothing: repeat this whenever you are not sure that you were
         *     heard.
         *
         *     The key that finishes the event needs `events.write` and, for everything in the event's `awards`, the scopes and features of
         *     what they give (`createEventType`); otherwise the answer is 403 and the event stays active. The community's limits of one API
         *     award apply to each member: the points that the rules for its role add up to are reduced to the limit, and `clamped` in
         *     `listEventAwards` says so.
         *
         *     **Rank changes.** A member has at most one: the rank of the first rule for its role that names one, else AutoRank on the new
         *     experience. They are owed: one that the platform throttles or fails is tried again for an hour. With at most 20 of them the
         *     answer waits for their end, for the time the deployment lets a caller wait (ten seconds unless the operator changed it). When
         *     one then has not ended, or has failed on the platform, the answer is that outcome's error, of the first such member by user
         *     id, and the event stays finished: `details.committed` holds `event` and whichever of `experience`, `quotaPoints`, `medals`
         *     were awarded. Do not award again; `listEventAwards` has every member's outcome. A change that the rules refuse (the member is
         *     not in the group, holds the highest rank, is suspended) is no error of the finish: it is counted as failed, with its code.
         *     With more than 20, or `wait=false`, the answer is 200 at once and `meta.pendingOperations` names what goes on.
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
         * @description From `scheduled` or `active` to `cancelled`, which is final. Nothing is awarded.
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
         * @description One page of who attends, by user id.
         */
        get: operations["listEventAttendees"];
        /**
         * Set attendees
         * @description Sets up to 100 attendees at once, all of them or none: a game server that marks a whole round sends one request. Each entry
         *     is as in `setEventAttendee`, by user id. An account that the platform does not know refuses the whole, and is named in the message.
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
         * @description Adds the account to the event or changes how it attends, until the event ends. What is left out stays; for a new attendee it
         *     is `participant` and `registered`. The account becomes a member on first touch. An event has at most 1,000 attendees.
         */
        put: operations["setEventAttendee"];
        post?: never;
        /**
         * Remove an attendee
         * @description Takes the account off the event, until the event ends. Removing who does not attend changes nothing.
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
         * List what an event awarded
         * @description One page of what finishing gave each member, by user id, with where the member's rank change stands now. Empty until the
         *     event is finished. A page ends early once its awards reach 1 MiB.
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
         * @description Every change of the community leaves an entry, in the transaction that makes it: who, what, before, after, and the request.
         *     So does every `getResponse` that shows a response: who read whose answers.
         *     By default a feed, oldest first: ask again with `meta.nextCursor`, which is always given, and you see every entry exactly
         *     once, however many writers there are. A page may hold fewer entries than `limit`, or none, and ends early once its entries
         *     reach 1 MiB; `meta.hasMore` says whether to ask again at once or to wait a while. An entry appears once everything that
         *     was begun before it has ended, usually within milliseconds. `order=newest` shows what happened last, newest first, and ends with a `nextCursor` of null; it waits for
         *     nothing, and is for looking, not for following. A cursor holds for the filters and the order that it was made with.
         *     What happened in an area with a scope of its own is shown without `before`, `after` and `reason` to a key that lacks the
         *     scope, and `requiredScope` names it: `blacklists.read`, `warnings.read`, `suspensions.read`, `events.read`,
         *     `applications.read`, `applications.responses.read`, and `applications.write` for templates.
         *     Entries are kept for as long as the operator says, 31 days at least: 409 `audit_entries_forgotten` tells a
         *     reader whose cursor is older that entries were deleted unread.
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
         * Award many members at once
         * @description Changes the experience and quota points of up to 100 members and awards them medals, in one request, which counts as one
         *     against the rate limit. A game server on the platform has 500 requests a minute for everything: collect what a round or
         *     half a minute earned, and send it together.
         *
         *     **Each entry succeeds or fails alone**, with the code its own request would have had, and answers what that request
         *     would have said. Within an entry it is all or nothing: when one part cannot be done, no part is, and the first part that
         *     could not decides the code. Entries are applied in the order given, several of one member too. Accounts that are no
         *     members yet become members; the platform is asked for those only, and for usernames it has not named lately.
         *
         *     **A retry is safe.** `batchId` is your API key's own, and that of the key it is rotated to, and stands for this batch for
         *     24 hours. The same `batchId` with the same entries answers the first outcome again, with `meta.replayed`, and awards
         *     nothing; with other entries it is 409 `batch_id_reused`. Another API key's batches are never answered. Failures are part of the outcome: what failed, because the platform could not be asked for
         *     example, is sent again under a new `batchId`, and only that.
         *
         *     Every entry needs this operation's scope; one with `quotaPoints` also `members.quota.write` and the feature `quota`, one
         *     with `medals` also `members.medals.write` and the feature `medals`, or it fails with `insufficient_scope` or
         *     `feature_unavailable`. These two are judged again when the batch is sent again: once the plan has the feature, the entries
         *     that were refused for it are applied. `member` shows the two numbers that `changeExperience` shows the same key.
         *
         *     **AutoRank** looks at each member once, after all entries of the member. A rank that was earned is not waited for: the
         *     change is accepted together with the awards, carried out as a platform operation within an hour, and named in
         *     `autoRank.operationId`. When it cannot be accepted, `autoRank` says why; the awards stay, and the member's next award
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
         * @description The outcome of a batch that this API key sent, as it was answered, for 24 hours: after an answer that was lost, look here what was done. 404
         *     `batch_not_found` means that nothing of it has been done: it never arrived, or is at work this moment. Sending the same
         *     batch again is as good.
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
         * @description The community's endpoints, at most ten, oldest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Registers a URL that is told, from now on, what happens in the community: a POST for each message, in the format of
         *     Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`; body `{type, timestamp, data}`). The secret is in
         *     this answer and in no other: `whsec_` and the base64 of the key that signs with HMAC-SHA256.
         *
         *     Answer with 2xx within 15 seconds. Anything else is tried again after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h and 24 h,
         *     then the message is parked; 410 disables the endpoint, and so do three days without a success. A message comes at least once:
         *     know it by its `webhook-id`, which is the same at every attempt. The messages about a member come in the order in which things
         *     happened. What is told is who and what, never answers, notes, feedback or reasons.
         *
         *     The URL must be https and lead to a public address; it is checked now and at every delivery. Redirects are not followed.
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
         * @description The endpoint, and whether it works: since when it fails, or why it is disabled.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Removes the endpoint with its messages. An attempt under way may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes what is given and keeps the rest. `enabled: false` parks what was not delivered yet, and nothing that happens until
         *     `enabled: true` is told; parked messages can be redelivered.
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
         * @description Makes a new secret, shown in this answer and in no other. Until the overlap is over both sign, so that
         *     `webhook-signature` holds two signatures; at most one earlier secret is kept.
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
         * @description Sends a message of type `webhook.test` with empty `data`, whatever types the endpoint is told of. It waits for no other message
         *     and is tried once; its delivery shows what came of it.
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
         * @description One page of the endpoint's messages, newest first, each with its attempts. Delivered ones are kept for 7 days, parked ones
         *     for 30.
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
         * @description Sends a parked or delivered message again, behind what the endpoint is still owed about the member and with its `webhook-id` of
         *     before. A pending one is tried now instead of at its next attempt, with those before it.
         */
        post: operations["redeliverWebhookMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description The address to give the game platform for its webhook. A `RightToErasureRequest` is recorded and answered at once; a
         *     job then erases everything kept about the account in every community, its id included. The same `NotificationId`
         *     again changes nothing. While a data-rights hold stands, the request waits for its end. Every other event is answered
         *     and logged, `SampleNotification` among them.
         *
         *     The caller is the platform, not a community: the request is signed with the webhook's secret, and the signature is
         *     checked over the bytes as they came, before anything is read from them.
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
         * @description Every error code of the service, with the status it is sent with in `x-error-status`.
         * @enum {string}
         */
        ErrorCode: "missing_credentials" | "unauthorized" | "api_disabled" | "key_disabled" | "address_not_allowed" | "legacy_key_unsupported" | "insufficient_scope" | "entitlement_required" | "api_access_unavailable" | "feature_unavailable" | "route_not_found" | "validation_failed" | "dependency_unavailable" | "data_rights_unavailable" | "rate_limit_exceeded" | "storage_limit_reached" | "internal_error" | "member_not_found" | "rank_not_found" | "medal_not_found" | "qualification_not_found" | "username_changed" | "rank_not_assignable" | "rank_limit_reached" | "member_not_in_group" | "medal_limit_reached" | "platform_cloud_not_configured" | "platform_cloud_reconnect_required" | "platform_cloud_refresh_pending" | "platform_cloud_configuration_unavailable" | "platform_cloud_credentials_invalid" | "platform_cloud_rate_limited" | "platform_cloud_timeout" | "platform_cloud_unavailable" | "application_not_found" | "template_not_found" | "response_not_found" | "version_conflict" | "duplicate_submission" | "application_closed" | "application_required" | "response_already_reviewed" | "revision_conflict" | "response_protected" | "password_incorrect" | "password_attempts_exceeded" | "password_locked" | "applicant_unverified" | "applicant_blacklisted" | "applicant_restricted" | "applicant_ineligible" | "data_rights_restricted" | "eligibility_unavailable" | "sensitive_information" | "deadline-cancelled-before-dispatch" | "outcome-pending-check-status" | "provider-rejected-408" | "queue-full" | "provider-rejected-429" | "authorization-intervention-required" | "actor-authorization-revoked" | "roblox_scheduler_unavailable" | "scheduler_disabled" | "scheduler-disabled" | "scheduler-unavailable" | "idempotency_key_reused" | "operation_not_found" | "operation_not_cancellable" | "operation_superseded" | "operation_cancelled" | "member_blacklisted" | "member_suspended" | "medal_exists" | "qualification_exists" | "medal_archived" | "qualification_archived" | "blacklist_entry_not_found" | "blacklist_entry_exists" | "blacklist_entry_ended" | "warning_not_found" | "warning_ended" | "suspension_not_found" | "suspension_ended" | "suspended_rank_not_set" | "event_type_not_found" | "event_not_found" | "event_type_exists" | "event_type_archived" | "event_state_conflict" | "event_full" | "audit_entries_forgotten" | "batch_id_reused" | "batch_not_found" | "webhook_not_found" | "webhook_limit_reached" | "webhook_disabled" | "delivery_not_found";
        /** @description The envelope of every error. */
        ErrorResponse: {
            error: components["schemas"]["ErrorBody"];
        };
        /** @description What went wrong. Branch on `code`, show `message`. */
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence that says what to do. */
            message: string;
            details?: components["schemas"]["ErrorDetails"];
        };
        /** @description Varies by code; more properties may come. */
        ErrorDetails: {
            /** @description With `validation_failed`, each place that does not match. */
            issues?: components["schemas"]["ValidationIssue"][];
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, requests a window.
             */
            limit?: number;
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, requests left.
             */
            remaining?: number;
            /**
             * Format: int64
             * @description With `rate_limit_exceeded`, milliseconds until the window starts anew.
             */
            resetMs?: number;
            /** @description With `insufficient_scope`, the scopes the operation needs. */
            required?: string[];
            /** @description With `insufficient_scope`, the scopes the key has. */
            granted?: string[];
            /** @description With `feature_unavailable`, the feature that is missing. */
            feature?: string;
            /** @description The request's field that was wrong. */
            field?: string;
            /** @description With `sensitive_information`, what was found. */
            kind?: string;
            /** @description What was done and stays although the request as a whole failed. Do not repeat it. */
            committed?: ("experience" | "quotaPoints" | "medals" | "event" | "suspension" | "lift")[];
        } & {
            [key: string]: unknown;
        };
        /** @description One place of the request that does not match this document. */
        ValidationIssue: {
            /** @description A JSON pointer into the request. */
            instancePath: string;
            /** @description The rule that was broken. */
            keyword: string;
            /** @description What the rule asks for. */
            message: string;
        };
        /**
         * @description The platform's global user id, in decimal.
         * @example 1
         */
        UserId: string;
        /**
         * Format: date-time
         * @description RFC 3339, in UTC.
         * @example 2026-03-01T12:00:00.000000Z
         */
        Timestamp: string;
        /**
         * @description The name of a medal or qualification, unique in the community.
         * @example Valor
         */
        AwardName: string;
        /**
         * @description The name of a medal or qualification, unique in the community. It is part of URLs, so it is not of dots alone (nor of
         *     `%2e`) and does not begin or end with a space.
         * @example Valor
         */
        AwardNameInput: string;
        /**
         * @description The audit entry of the write; null when nothing changed.
         * @example 4711
         */
        AuditId: string | null;
        /** @description A member of the community, with everything the community has recorded. */
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
             * @description Quota points. They never go below zero.
             */
            quotaPoints: number;
            /** @description The highest rank held on the platform as last synced; null outside the group. */
            rank: {
                uniqueId: components["schemas"]["RankUniqueId"];
                rankId: components["schemas"]["RankId"];
                /** @description The rank's name. */
                name: string;
            } | null;
            /** @description The medals held, by name. */
            medals: components["schemas"]["MedalHeld"][];
            /** @description The qualifications held, by name. */
            qualifications: components["schemas"]["QualificationHeld"][];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the profile was last synced from the platform; null if never.
             */
            syncedAt: string | null;
        };
        /** @description A medal a member holds. */
        MedalHeld: {
            name: components["schemas"]["AwardName"];
            /**
             * Format: int32
             * @description Occurrences of this medal.
             */
            count: number;
            awardedAt: components["schemas"]["Timestamp"];
        };
        /** @description A qualification a member holds. */
        QualificationHeld: {
            name: components["schemas"]["AwardName"];
            awardedAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: int64
         * @description The platform role resource id.
         * @example 99513318
         */
        RankUniqueId: number;
        /**
         * Format: int32
         * @description The rank number.
         * @example 50
         */
        RankId: number;
        /**
         * @description The platform role resource id, as a string of digits or as a number.
         * @example 99513318
         */
        RankUniqueIdInput: number;
        /**
         * @description The rank number, as a string of digits or as a number.
         * @example 50
         */
        RankIdInput: number;
        /** @description A rank of the community. */
        Rank: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The rank's name on the platform. */
            name: string;
            /**
             * Format: int64
             * @description Members with this rank; null where the platform does not count them.
             */
            memberCount: number | null;
            /** @description From which experience AutoRank gives this rank; null when it never does. */
            autoRank: {
                /**
                 * Format: int64
                 * @description The threshold.
                 */
                experience: number;
            } | null;
            /** @description Whether the API can give this rank. */
            assignable: boolean;
        };
        /** @description All ranks, lowest rank number first. */
        RankList: {
            /** @description The ranks. */
            data: components["schemas"]["Rank"][];
        };
        /** @description One page of members, by user id. */
        MemberPage: {
            /** @description The members. */
            data: components["schemas"]["Member"][];
            /** @description Where the next page starts. */
            meta: {
                /** @description The `cursor` of the next page; null when there is none. */
                nextCursor: string | null;
            };
        };
        /**
         * @description What AutoRank did. `unchanged`: the member stands where the experience puts them. `changed`: the rank was changed on the
         *     platform. `skipped`: AutoRank did not apply; `reason` says why.
         */
        AutoRankOutcome: {
            /**
             * @description The outcome.
             * @enum {string}
             */
            outcome: "unchanged" | "changed" | "skipped";
            /** @description With `skipped`, why: `profile_fresh`, `not_connected`, `disabled`, `no_ladder`, `not_in_group`, `outside_ladder`, `demotion_not_allowed`, `suspended`, `blacklisted`, or an error code. */
            reason?: string;
        };
        /** @description A member and what the fetch did. */
        MemberFetched: {
            data: components["schemas"]["Member"];
            /** @description How fresh the answer is. */
            meta: {
                /** @description Whether the profile was synced from the platform. */
                sync: {
                    /**
                     * @description `fresh`: within the staleness window. `synced`: just now. `skipped`: no connection. `failed`: the stored profile is shown.
                     * @enum {string}
                     */
                    outcome: "fresh" | "synced" | "skipped" | "failed";
                    /** @description With `skipped` and `failed`, the error code a refresh would have answered. */
                    code: string | null;
                };
                autoRank: components["schemas"]["AutoRankOutcome"];
            };
        };
        /** @description A change of experience or quota points. */
        PointsChange: {
            /**
             * @description What to do.
             * @enum {string}
             */
            op: "increment" | "decrement" | "set";
            /**
             * Format: int64
             * @description By how much, or to what.
             */
            amount: number;
            /** @description Why; kept in the audit entry. */
            reason?: string;
        };
        /** @description The member and what the change did. */
        ExperienceChanged: {
            data: components["schemas"]["Member"];
            /** @description What the change did. */
            meta: {
                appliedAmount: components["schemas"]["AppliedAmount"];
                clamped: components["schemas"]["Clamped"];
                change: components["schemas"]["StoredChange"];
                auditId: components["schemas"]["AuditId"];
                autoRank: components["schemas"]["AutoRankOutcome"];
            };
        };
        /** @description The member and what the change did. */
        QuotaPointsChanged: {
            data: components["schemas"]["Member"];
            /** @description What the change did. */
            meta: {
                appliedAmount: components["schemas"]["AppliedAmount"];
                clamped: components["schemas"]["Clamped"];
                change: components["schemas"]["StoredChange"];
                auditId: components["schemas"]["AuditId"];
            };
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
         * @description The signed difference of the stored value.
         * @example 25
         */
        StoredChange: number;
        /** @description The rank to give, by exactly one of its two ids. */
        RankTarget: {
            rankUniqueId?: components["schemas"]["RankUniqueIdInput"];
            rankId?: components["schemas"]["RankIdInput"];
        };
        /** @description The member and whether the platform was changed. */
        RankChanged: {
            data: components["schemas"]["Member"];
            /** @description What the request did. */
            meta: {
                /** @description False when the member already held the rank. */
                changed: boolean;
                auditId: components["schemas"]["AuditId"];
            };
        };
        /** @description A medal or qualification, by its name. */
        AwardByName: {
            name: components["schemas"]["AwardName"];
        };
        /** @description The member and what changed. */
        AwardChanged: {
            data: components["schemas"]["Member"];
            /** @description What the request did. */
            meta: {
                /**
                 * Format: int32
                 * @description Occurrences added or removed; 0 when nothing changed.
                 */
                change: number;
                auditId: components["schemas"]["AuditId"];
            };
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
         * @description `short` and `long` accept text of up to 300 and 4,000 characters; `single` accepts one option, `multiple` any number.
         * @enum {string}
         */
        QuestionType: "short" | "long" | "single" | "multiple";
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
        QuestionInput: {
            id?: components["schemas"]["StableId"];
            type: components["schemas"]["QuestionType"];
            /** @description The question. */
            title: string;
            /**
             * @description Help text.
             * @default
             */
            description?: string;
            /**
             * @description Whether an answer is required.
             * @default true
             */
            required?: boolean;
            /** @description The options of a choice question. */
            options?: components["schemas"]["OptionInput"][];
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
        /** @description A complete form. */
        DefinitionInput: {
            name: components["schemas"]["FormName"];
            /**
             * @description The purpose of the form.
             * @default
             */
            description?: string;
            /**
             * @description Whether the form accepts responses. If absent, a new form is closed and an update keeps the state.
             * @enum {string}
             */
            state?: "open" | "closed";
            /** @description The questions in order. */
            questions: components["schemas"]["QuestionInput"][];
            grading?: components["schemas"]["GradingInput"];
            eligibility?: components["schemas"]["EligibilityInput"];
        };
        /** @description An option of a choice question. */
        Option: {
            id: components["schemas"]["StableId"];
            /** @description The text of the option. */
            label: string;
        };
        /** @description A question as a player sees it. */
        Question: {
            id: components["schemas"]["StableId"];
            type: components["schemas"]["QuestionType"];
            /** @description The question. */
            title: string;
            /** @description Help text. */
            description: string;
            /** @description Whether an answer is required. */
            required: boolean;
            /** @description The options of a choice question. */
            options?: components["schemas"]["Option"][];
        };
        /** @description A question with its answer key. */
        KeyedQuestion: {
            id: components["schemas"]["StableId"];
            type: components["schemas"]["QuestionType"];
            /** @description The question. */
            title: string;
            /** @description Help text. */
            description: string;
            /** @description Whether an answer is required. */
            required: boolean;
            /** @description The options of a choice question. */
            options?: components["schemas"]["Option"][];
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
        Configuration: {
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
            data: components["schemas"]["Configuration"];
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
        /** @description A rank change to accept. Send exactly one of `rankUniqueId`, `rankId` and `move`. */
        RankOperationRequest: {
            userId: components["schemas"]["UserIdOrName"];
            /**
             * @description What `userId` is.
             * @default userId
             * @enum {string}
             */
            by?: "userId" | "username";
            rankUniqueId?: components["schemas"]["RankUniqueIdInput"];
            rankId?: components["schemas"]["RankIdInput"];
            /**
             * @description The next rank up or down, from the rank the platform shows when the operation is carried out.
             * @enum {string}
             */
            move?: "promote" | "demote";
            /**
             * Format: int32
             * @description What was not sent by then is cancelled.
             * @default 300
             */
            deadlineSeconds?: number;
            /**
             * @description Cancel what is still queued for the same member.
             * @default false
             */
            supersede?: boolean;
        };
        /**
         * @description The platform's global user id, as a string of digits or as a number; or a username with `by` set to username.
         * @example 530662918
         */
        UserIdOrName: string | number;
        /**
         * @description `queued`: accepted, nothing of it is being sent. `dispatching`: at work. `outcome_pending`: something was sent, and the roles
         *     are read to learn whether it was applied. `succeeded`, `failed`, `cancelled`: ended; these never change.
         * @enum {string}
         */
        PlatformOperationStatus: "queued" | "dispatching" | "outcome_pending" | "succeeded" | "failed" | "cancelled";
        /** @description A platform operation. */
        PlatformOperationAnswer: {
            data: components["schemas"]["PlatformOperation"];
        };
        /** @description A rank change on its way to the platform, or at its end. */
        PlatformOperation: {
            /** @description The operation. */
            id: string;
            /**
             * @description `rank.auto` is AutoRank: experience or a fetch led to it. `rank.suspend` and `rank.restore` are the two ends of a suspension.
             * @enum {string}
             */
            kind: "rank.set" | "rank.promote" | "rank.demote" | "rank.auto" | "rank.suspend" | "rank.restore";
            status: components["schemas"]["PlatformOperationStatus"];
            /** @description The account; null while one named by `by=username` waits to be resolved. */
            userId: string | null;
            /** @description The rank to give; null until a promotion or demotion was resolved. */
            target: {
                uniqueId: components["schemas"]["RankUniqueId"];
                /**
                 * Format: int32
                 * @description The rank number; null when the group no longer has the rank.
                 */
                rankId: number | null;
                /** @description The rank's name; null when the group no longer has it. */
                name: string | null;
            } | null;
            /** @description Every transition, oldest first; append-only. The newest 500 of more. */
            attempts: components["schemas"]["PlatformOperationAttempt"][];
            createdAt: components["schemas"]["Timestamp"];
            deadlineAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was first taken up; null before.
             */
            dispatchedAt: string | null;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            completedAt: string | null;
            /** @description What a success did; null otherwise. */
            result: {
                /** @description False when the member already held the rank. */
                changed: boolean;
                auditId: components["schemas"]["AuditId"];
            } | null;
            /** @description Why it failed or was cancelled; null otherwise. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description For a person. */
                message: string;
            } | null;
        };
        /** @description One transition of an operation. */
        PlatformOperationAttempt: {
            at: components["schemas"]["Timestamp"];
            /** @description The status before; null at acceptance. */
            from: string | null;
            to: components["schemas"]["PlatformOperationStatus"];
            /** @description Why: an error code, or `worker-lost` (its process died), `half-applied` (the rest is still to be sent). */
            code: string | null;
        };
        /** @description The account, and the password if the form has one. */
        ApplicantAccess: {
            userId: components["schemas"]["UserIdInput"];
            password?: components["schemas"]["FormPassword"];
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
            password?: components["schemas"]["FormPassword"];
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
        /** @description The outcome of a submission. */
        ResultData: {
            response: components["schemas"]["ApplicantResult"];
        };
        /** @description The outcome of a submission. */
        ResultReply: {
            data: components["schemas"]["ResultData"];
        };
        /** @description The latest result and the latest pass of a player. */
        StatusData: {
            /** @description The latest result; null when the account has not submitted. */
            response: {
                responseId: components["schemas"]["ResponseId"];
                username: components["schemas"]["ApplicantUsername"];
                displayName: components["schemas"]["ApplicantDisplayName"];
                status: components["schemas"]["ResponseStatus"];
                applicationVersion: components["schemas"]["FormVersion"];
                submittedAt: components["schemas"]["Timestamp"];
                reviewedAt: components["schemas"]["ReviewedAt"];
                applicantFeedback: components["schemas"]["Feedback"];
            } | null;
            /** @description The latest result that passed, also after later submissions; null when there is none. */
            passed: {
                responseId: components["schemas"]["ResponseId"];
                username: components["schemas"]["ApplicantUsername"];
                displayName: components["schemas"]["ApplicantDisplayName"];
                status: components["schemas"]["ResponseStatus"];
                applicationVersion: components["schemas"]["FormVersion"];
                submittedAt: components["schemas"]["Timestamp"];
                reviewedAt: components["schemas"]["ReviewedAt"];
                applicantFeedback: components["schemas"]["Feedback"];
            } | null;
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
        /** @description A response as staff see it. */
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
            /** @description The key or operator that decided; null while pending and after automatic grading. */
            decidedBy: {
                /**
                 * @description Whether a key or an operator decided.
                 * @enum {string}
                 */
                kind: "key" | "operator";
                /** @description The key id or the operator's name. */
                id: string;
            } | null;
        };
        /** @description A response. */
        ResponseReply: {
            data: components["schemas"]["ResponseDetail"];
        };
        /** @description A decision. */
        ResponseReview: {
            revision: components["schemas"]["Revision"];
            /**
             * @description The decision.
             * @enum {string}
             */
            status: "Passed" | "Failed";
            /** @description A note for staff, never returned to the applicant. */
            privateNote?: string;
            /** @description Feedback to the applicant, at most 2,000 characters after trimming. Empty is the same as absent. */
            applicantFeedback?: string;
        };
        /** @description A medal or qualification that the community can award. */
        Award: {
            name: components["schemas"]["AwardName"];
            description: components["schemas"]["AwardDescription"];
            /** @description Whether it is kept only for those who hold it, and not awarded anew. */
            archived: boolean;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description What it stands for; empty when nobody said.
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
        /** @description What the request did. */
        ConfigurationMeta: {
            auditId: components["schemas"]["AuditId"];
        };
        /** @description One page of medals or qualifications, by name. */
        AwardPage: {
            /** @description The page. */
            data: components["schemas"]["Award"][];
            /** @description Where the next page starts. */
            meta: {
                /** @description The `cursor` of the next page; null when there is none. */
                nextCursor: string | null;
            };
        };
        /** @description A new medal or qualification. */
        AwardCreate: {
            name: components["schemas"]["AwardNameInput"];
            description?: components["schemas"]["AwardDescription"];
        };
        /** @description What to change of a medal or qualification; the rest stays. */
        AwardUpdate: {
            name?: components["schemas"]["AwardNameInput"];
            description?: components["schemas"]["AwardDescription"];
            /** @description True: not awarded anew. False: awarded again. */
            archived?: boolean;
        };
        /** @description Which rank. */
        RankSummary: {
            uniqueId: components["schemas"]["RankUniqueId"];
            rankId: components["schemas"]["RankId"];
            /** @description The rank's name. */
            name: string;
        };
        /** @description All ranks, lowest rank number first, and what the sync changed. */
        RanksSynced: {
            /** @description The ranks. */
            data: components["schemas"]["Rank"][];
            /** @description How many ranks the sync added, renamed or renumbered, and removed. */
            meta: {
                /**
                 * Format: int32
                 * @description Ranks that are new.
                 */
                added: number;
                /**
                 * Format: int32
                 * @description Ranks with another name or rank number.
                 */
                changed: number;
                /**
                 * Format: int32
                 * @description Ranks the platform no longer has.
                 */
                removed: number;
                auditId: components["schemas"]["AuditId"];
            };
        };
        /**
         * Format: int64
         * @description The experience from which AutoRank gives the rank.
         * @example 1000
         */
        ExperienceThreshold: number;
        /** @description The rank's place on the AutoRank ladder, by exactly one of the two. */
        RankUpdate: {
            /** @description The threshold; null takes the rank off the ladder. */
            autoRank?: {
                experience: components["schemas"]["ExperienceThreshold"];
            } | null;
            /**
             * @description The way to send `autoRank: null` where null cannot be sent.
             * @enum {boolean}
             */
            removeAutoRank?: true;
        };
        /** @description The rank after the change. */
        RankWritten: {
            data: components["schemas"]["Rank"];
            /** @description What the request did, and what the ladder is like now. */
            meta: {
                auditId: components["schemas"]["AuditId"];
                /** @description Ranks with a threshold that AutoRank never gives, because a higher rank asks for no more experience. Lowest first. */
                unreachable: components["schemas"]["RankSummary"][];
            };
        };
        /** @description How AutoRank works in this community. */
        AutoRankSettings: {
            /** @description Whether AutoRank changes ranks at all. */
            enabled: boolean;
            /** @description Whether it may also lower a rank. */
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
        /** @description What to change of the settings; the rest stays. */
        AutoRankSettingsUpdate: {
            /** @description Whether AutoRank changes ranks at all. */
            enabled?: boolean;
            /** @description Whether it may also lower a rank. */
            demotes?: boolean;
        };
        /** @description What AutoRank would do, and why. */
        AutoRankExplained: {
            data: components["schemas"]["AutoRankExplanation"];
        };
        /** @description What AutoRank would do with a member now, and why. */
        AutoRankExplanation: {
            userId: components["schemas"]["UserId"];
            /**
             * Format: int64
             * @description The member's experience.
             */
            experience: number;
            /** @description The rank held, as last synced; null outside the group. */
            rank: {
                uniqueId: components["schemas"]["RankUniqueId"];
                rankId: components["schemas"]["RankId"];
                /** @description The rank's name. */
                name: string;
            } | null;
            /**
             * @description What AutoRank would do.
             * @enum {string}
             */
            outcome: "move" | "unchanged" | "skipped";
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "threshold_met" | "already_there" | "below_ladder" | "not_connected" | "disabled" | "no_ladder" | "not_in_group" | "outside_ladder" | "demotion_not_allowed" | "suspended" | "blacklisted" | "platform_cloud_reconnect_required";
            /** @description The highest rank of the ladder whose threshold the experience meets, whether the member may have it or not; null when it meets none. */
            target: {
                uniqueId: components["schemas"]["RankUniqueId"];
                rankId: components["schemas"]["RankId"];
                /** @description The rank's name. */
                name: string;
            } | null;
            /**
             * @description The next rank that more experience leads to, above `target` and above the rank held; null at the top, and for a
             *     member outside the ladder, whom no experience moves.
             */
            next: {
                rank: components["schemas"]["RankSummary"];
                experience: components["schemas"]["ExperienceThreshold"];
                /**
                 * Format: int64
                 * @description What is missing to it.
                 */
                experienceMissing: number;
            } | null;
            /** @description The ranks with a threshold, lowest rank number first. */
            ladder: components["schemas"]["LadderStep"][];
        };
        /** @description A rank of the AutoRank ladder. */
        LadderStep: {
            rank: components["schemas"]["RankSummary"];
            experience: components["schemas"]["ExperienceThreshold"];
            /** @description Whether the member's experience meets the threshold. */
            met: boolean;
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
         * @description Why, in the words of staff.
         * @example Left two raids
         */
        ModerationReasonInput: string;
        /** @description Why, in the words of staff; null when none was given, and after a data-rights request erased it. */
        ModerationReason: string | null;
        /**
         * @description Where the evidence is, a link with http or https.
         * @example https://example.com/report/17
         */
        EvidenceUrlInput: string;
        /**
         * Format: date-time
         * @description When it ends, in the future, RFC 3339 with any offset; answered in UTC.
         * @example 2090-01-31T18:00:00Z
         */
        ExpiresAtInput: string;
        /**
         * Format: int32
         * @description How long it lasts from now, in place of `expiresAt`.
         * @example 604800
         */
        DurationSecondsInput: number;
        /**
         * Format: date-time
         * @description When it ends by itself; null when it does not.
         */
        ModerationExpiresAt: string | null;
        /**
         * Format: date-time
         * @description When somebody ended it before its time; null if nobody did.
         */
        EndedEarlyAt: string | null;
        /** @description An account or a group that the community keeps out, or kept out. */
        BlacklistEntry: {
            blacklistEntryId: components["schemas"]["BlacklistEntryId"];
            /**
             * @description What is kept out.
             * @enum {string}
             */
            kind: "account" | "group";
            /** @description The account; null for a group. */
            userId: string | null;
            /** @description The group; null for an account. */
            groupId: string | null;
            reason: components["schemas"]["ModerationReason"];
            /** @description Where the evidence is; null when there is none, and after a data-rights request erased it. */
            evidenceUrl: string | null;
            /** @description Who blacklisted; null for entries older than this record. */
            createdBy: {
                /**
                 * @description A key of the API or the operator.
                 * @enum {string}
                 */
                kind: "key" | "operator";
                /** @description The key id or the operator's name. */
                id: string;
            } | null;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["ModerationExpiresAt"];
            /**
             * @description Whether it is in force; if not, how it ended.
             * @enum {string}
             */
            state: "live" | "expired" | "lifted";
            liftedAt: components["schemas"]["EndedEarlyAt"];
            /** @description Who lifted it; null if nobody did, or before this was recorded. */
            liftedBy: {
                /**
                 * @description A key of the API or the operator.
                 * @enum {string}
                 */
                kind: "key" | "operator";
                /** @description The key id or the operator's name. */
                id: string;
            } | null;
            liftReason: components["schemas"]["ModerationReason"];
        };
        /** @description A blacklist entry. */
        BlacklistEntryReply: {
            data: components["schemas"]["BlacklistEntry"];
        };
        /** @description A blacklist entry as the request left it. */
        BlacklistEntryChanged: {
            data: components["schemas"]["BlacklistEntry"];
            /** @description What the request did. */
            meta: {
                auditId: components["schemas"]["AuditId"];
            };
        };
        /** @description One page of blacklist entries, newest first. */
        BlacklistEntryPage: {
            /** @description The entries. */
            data: components["schemas"]["BlacklistEntry"][];
            /** @description Where the next page starts. */
            meta: {
                nextCursor: components["schemas"]["NextCursor"];
            };
        };
        /** @description Whom to keep out. Send exactly one of `userId` and `groupId`, and at most one of `expiresAt` and `durationSeconds`. */
        BlacklistEntryCreate: {
            userId?: components["schemas"]["UserIdOrName"];
            /**
             * @description What `userId` is.
             * @default userId
             * @enum {string}
             */
            by?: "userId" | "username";
            groupId?: components["schemas"]["GroupIdInput"];
            reason: components["schemas"]["ModerationReasonInput"];
            evidenceUrl?: components["schemas"]["EvidenceUrlInput"];
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
        };
        /** @description What to change. Null clears, and so do `removeEvidenceUrl` and `removeExpiresAt`, for clients that cannot send null. */
        BlacklistEntryUpdate: {
            reason?: components["schemas"]["ModerationReasonInput"];
            /**
             * @description Where the evidence is, a link with http or https; null for none.
             * @example https://example.com/report/18
             */
            evidenceUrl?: string | null;
            /** @description True removes the link. */
            removeEvidenceUrl?: boolean;
            /**
             * Format: date-time
             * @description When it ends, in the future, RFC 3339 with any offset; answered in UTC. Null for not by itself.
             */
            expiresAt?: string | null;
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
            /** @description True leaves it in force until it is lifted. */
            removeExpiresAt?: boolean;
        };
        /** @description Why it is lifted, if anybody wants to know. */
        BlacklistEntryLift: {
            reason?: components["schemas"]["ModerationReasonInput"];
        };
        /** @description A warning a member was given. */
        Warning: {
            warningId: components["schemas"]["WarningId"];
            userId: components["schemas"]["UserId"];
            reason: components["schemas"]["ModerationReason"];
            points: components["schemas"]["WarningPoints"];
            /**
             * @description Whether it counts; if not, how it ended.
             * @enum {string}
             */
            state: "live" | "expired" | "revoked";
            issuedBy: components["schemas"]["ModerationActor"];
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["ModerationExpiresAt"];
            revokedAt: components["schemas"]["EndedEarlyAt"];
            /** @description Who revoked it; null if nobody did. */
            revokedBy: {
                /**
                 * @description A key of the API or the operator.
                 * @enum {string}
                 */
                kind: "key" | "operator";
                /** @description The key id or the operator's name. */
                id: string;
            } | null;
            revokeReason: components["schemas"]["ModerationReason"];
        };
        /** @description Who did it. */
        ModerationActor: {
            /**
             * @description A key of the API or the operator.
             * @enum {string}
             */
            kind: "key" | "operator";
            /** @description The key id or the operator's name. */
            id: string;
        };
        /**
         * Format: int32
         * @description What the warning counts.
         * @example 1
         */
        WarningPoints: number;
        /**
         * Format: int64
         * @description The sum of the account's points in force.
         * @example 3
         */
        ActivePoints: number;
        /** @description A warning. */
        WarningReply: {
            data: components["schemas"]["Warning"];
        };
        /** @description A warning as the request left it. */
        WarningChanged: {
            data: components["schemas"]["Warning"];
            /** @description What the request did. */
            meta: {
                activePoints: components["schemas"]["ActivePoints"];
                auditId: components["schemas"]["AuditId"];
            };
        };
        /** @description One page of warnings, newest first. */
        WarningPage: {
            /** @description The warnings. */
            data: components["schemas"]["Warning"][];
            /** @description Where the next page starts. */
            meta: {
                nextCursor: components["schemas"]["NextCursor"];
                activePoints?: components["schemas"]["ActivePoints"];
            };
        };
        /** @description Whom to warn. Send at most one of `expiresAt` and `durationSeconds`; without either it counts until it is revoked. */
        WarningCreate: {
            userId: components["schemas"]["UserIdOrName"];
            /**
             * @description What `userId` is.
             * @default userId
             * @enum {string}
             */
            by?: "userId" | "username";
            reason: components["schemas"]["ModerationReasonInput"];
            /**
             * Format: int32
             * @description What the warning counts.
             * @default 1
             */
            points?: number;
            expiresAt?: components["schemas"]["ExpiresAtInput"];
            durationSeconds?: components["schemas"]["DurationSecondsInput"];
        };
        /** @description Why it is revoked. */
        WarningRevoke: {
            reason: components["schemas"]["ModerationReasonInput"];
        };
        /**
         * @description `suspending`: the move to the suspended rank is on its way. `active`: it lasts. `restoring`: its time is up or it was lifted,
         *     and the rank is on its way back. `ended`: over; this never changes.
         * @enum {string}
         */
        SuspensionState: "suspending" | "active" | "restoring" | "ended";
        /** @description Why, for staff. */
        SuspensionReason: string;
        /**
         * Format: int32
         * @description How long it lasts from now, in seconds; 366 days at most.
         */
        SuspensionDuration: number;
        /**
         * Format: date-time
         * @description When it ends, RFC 3339 with any offset; 60 seconds to 366 days from now. Answered in UTC.
         */
        SuspensionEnd: string;
        /** @description Who did it. */
        SuspensionActor: {
            /**
             * @description What did it.
             * @enum {string}
             */
            kind: "key" | "operator" | "job";
            /** @description The key id or the operator's name. */
            id: string;
        };
        /** @description A member moved to a suspended rank until a time. */
        Suspension: {
            suspensionId: components["schemas"]["SuspensionId"];
            userId: components["schemas"]["UserId"];
            /** @description Why, for staff; null when nobody said. */
            reason: string | null;
            state: components["schemas"]["SuspensionState"];
            /** @description The rank the member is moved to; null where an operator only keeps the rank as it is. */
            suspendedRank: {
                uniqueId: components["schemas"]["RankUniqueId"];
                /**
                 * Format: int32
                 * @description The rank number; null when the group no longer has the rank.
                 */
                rankId: number | null;
                /** @description The rank's name; null when the group no longer has it. */
                name: string | null;
            } | null;
            /** @description The rank the platform showed when the move was made, and the one that is restored; null before. */
            formerRank: {
                uniqueId: components["schemas"]["RankUniqueId"];
                /**
                 * Format: int32
                 * @description The rank number; null when the group no longer has the rank.
                 */
                rankId: number | null;
                /** @description The rank's name; null when the group no longer has it. */
                name: string | null;
            } | null;
            /** @description The platform operation that moves the member now, or did so last; readable for 30 days after its end. */
            operationId: string | null;
            createdBy: components["schemas"]["SuspensionActor"];
            createdAt: components["schemas"]["Timestamp"];
            endsAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was lifted before its time; null otherwise.
             */
            liftedAt: string | null;
            /** @description Who lifted it; null otherwise. */
            liftedBy: {
                /**
                 * @description What did it.
                 * @enum {string}
                 */
                kind: "key" | "operator" | "job";
                /** @description The key id or the operator's name. */
                id: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was over, the rank restored or not; null before.
             */
            endedAt: string | null;
            /**
             * @description How it ended; null before. `restored`: the member holds the former rank again. `superseded`: somebody ranked the
             *     member otherwise, it left the group, or the former rank is gone; nothing was written. `failed`: the member was never
             *     moved. `unrestored`: the platform refused to restore the rank, or the restoring operation was cancelled; the member
             *     stands where it stood. `kept`: the rank was only kept.
             * @enum {string|null}
             */
            outcome: "restored" | "superseded" | "failed" | "unrestored" | "kept" | null;
            /** @description Why it was superseded, failed or unrestored: the error code of its operation; null otherwise. */
            errorCode: string | null;
        };
        /** @description A suspension. */
        SuspensionAnswer: {
            data: components["schemas"]["Suspension"];
        };
        /** @description One page of suspensions, the newest first. */
        SuspensionPage: {
            /** @description The suspensions. */
            data: components["schemas"]["Suspension"][];
            /** @description Where the next page starts. */
            meta: {
                /** @description The `cursor` of the next page; null when there is none. */
                nextCursor: string | null;
            };
        };
        /**
         * @description The suspension.
         * @example sus_k3v5q2m4n6p7r2s4t5u6
         */
        SuspensionId: string;
        /** @description A member to suspend. Send exactly one of `endsAt` and `durationSeconds`. */
        SuspensionCreate: {
            userId: components["schemas"]["UserIdOrName"];
            /**
             * @description What `userId` is.
             * @default userId
             * @enum {string}
             */
            by?: "userId" | "username";
            endsAt?: components["schemas"]["SuspensionEnd"];
            durationSeconds?: components["schemas"]["SuspensionDuration"];
            reason?: components["schemas"]["SuspensionReason"];
            rankUniqueId?: components["schemas"]["RankUniqueIdInput"];
        };
        /** @description What changes; `endsAt` or `durationSeconds`, and `reason` or `removeReason`. */
        SuspensionUpdate: {
            endsAt?: components["schemas"]["SuspensionEnd"];
            durationSeconds?: components["schemas"]["SuspensionDuration"];
            reason?: components["schemas"]["SuspensionReason"];
            /**
             * @description Forgets the reason.
             * @enum {boolean}
             */
            removeReason?: true;
        };
        /** @description Why it is lifted; the audit trail keeps it. */
        SuspensionLift: {
            reason?: components["schemas"]["SuspensionReason"];
        };
        /** @description How the community suspends. */
        SuspensionSettings: {
            /** @description The rank suspended members are moved to; null when none is set. */
            rank: {
                uniqueId: components["schemas"]["RankUniqueId"];
                /**
                 * Format: int32
                 * @description The rank number; null when the group no longer has the rank.
                 */
                rankId: number | null;
                /** @description The rank's name; null when the group no longer has it. */
                name: string | null;
            } | null;
        };
        /** @description How the community suspends. */
        SuspensionSettingsAnswer: {
            data: components["schemas"]["SuspensionSettings"];
        };
        /** @description The suspended rank. Send exactly one of `rankUniqueId` and `removeRank`. */
        SuspensionSettingsUpdate: {
            rankUniqueId?: components["schemas"]["RankUniqueIdInput"];
            /**
             * @description There is no suspended rank any more.
             * @enum {boolean}
             */
            removeRank?: true;
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
         * @description What an attendee does at the event.
         * @enum {string}
         */
        EventRole: "host" | "co-host" | "staff" | "participant";
        /**
         * @description Whether an attendee came. Only those who are `present` when the event is finished are awarded.
         * @enum {string}
         */
        EventAttendance: "registered" | "present" | "absent" | "excused";
        /**
         * @description A name.
         * @example Friday training
         */
        EventName: string;
        /**
         * @description What it is about; empty for nothing.
         * @example Bring a rope.
         */
        EventDescription: string;
        /**
         * Format: date-time
         * @description RFC 3339 with any offset, as `2026-03-06T18:00:00Z`; answered in UTC. In a query write `+` as `%2B`.
         * @example 2026-03-06T18:00:00Z
         */
        EventTime: string;
        /** @description A rank change by exactly one of `move`, to the next rank from the one held then, and `rankUniqueId`. */
        EventRankAwardInput: {
            /**
             * @description The next rank up or down.
             * @enum {string}
             */
            move?: "promote" | "demote";
            rankUniqueId?: components["schemas"]["RankUniqueIdInput"];
        };
        /** @description What one rule gives. The rules for a role add up; of their ranks the first counts. */
        EventAwardRuleInput: {
            /**
             * @description Whom it is for; everybody present when left out.
             * @enum {string}
             */
            role?: "host" | "co-host" | "staff" | "participant";
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
            /** @description Medals by name, one occurrence each, whether the member holds them already or not. */
            medals?: components["schemas"]["AwardName"][];
            rank?: components["schemas"]["EventRankAwardInput"];
        };
        /** @description What finishing awards. */
        EventAwardRulesInput: components["schemas"]["EventAwardRuleInput"][];
        /** @description A rank change by exactly one of `move`, to the next rank from the one held then, and `rankUniqueId`. */
        EventRankAward: {
            /**
             * @description The next rank up or down.
             * @enum {string}
             */
            move?: "promote" | "demote";
            rankUniqueId?: components["schemas"]["RankUniqueId"];
        };
        /** @description What one rule gives. The rules for a role add up; of their ranks the first counts. */
        EventAwardRule: {
            /**
             * @description Whom it is for; everybody present when left out.
             * @enum {string}
             */
            role?: "host" | "co-host" | "staff" | "participant";
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
            /** @description Medals by name, one occurrence each, whether the member holds them already or not. */
            medals?: components["schemas"]["AwardName"][];
            rank?: components["schemas"]["EventRankAward"];
        };
        /** @description What finishing awards. */
        EventAwardRules: components["schemas"]["EventAwardRule"][];
        /** @description A kind of event that the community holds. */
        EventType: {
            eventTypeId: components["schemas"]["EventTypeId"];
            name: components["schemas"]["EventName"];
            description: components["schemas"]["EventDescription"];
            awards: components["schemas"]["EventAwardRules"];
            /** @description No new event can be of it. */
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
        /** @description What is to be different. */
        EventTypeUpdate: {
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            awards?: components["schemas"]["EventAwardRulesInput"];
            /** @description Whether new events may be of it. */
            archived?: boolean;
        };
        /** @description An event type. */
        EventTypeReply: {
            data: components["schemas"]["EventType"];
        };
        /** @description Where the next page starts. */
        EventPageMeta: {
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of event types. */
        EventTypePage: {
            /** @description The event types. */
            data: components["schemas"]["EventType"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description How many attend, by attendance. */
        EventCounts: {
            /**
             * Format: int32
             * @description Said to come.
             */
            registered: number;
            /**
             * Format: int32
             * @description Came.
             */
            present: number;
            /**
             * Format: int32
             * @description Did not come.
             */
            absent: number;
            /**
             * Format: int32
             * @description Did not come, and said so.
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
             * @description When it is to end; null when nobody said.
             */
            endsAt: string | null;
            /** @description Who hosts it; null when nobody was named. */
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
            /** @description Why it was cancelled; null when nobody said. */
            cancelReason: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A new event. Its name is the type's when left out. */
        EventCreate: {
            eventTypeId: components["schemas"]["EventTypeId"];
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            startsAt: components["schemas"]["EventTime"];
            endsAt?: components["schemas"]["EventTime"];
            hostUserId?: components["schemas"]["UserIdInput"];
            awards?: components["schemas"]["EventAwardRulesInput"];
        };
        /** @description What is to be different. */
        EventUpdate: {
            name?: components["schemas"]["EventName"];
            description?: components["schemas"]["EventDescription"];
            startsAt?: components["schemas"]["EventTime"];
            endsAt?: components["schemas"]["EventTime"];
            /** @description True: nobody says any longer when it ends. */
            removeEndsAt?: boolean;
            hostUserId?: components["schemas"]["UserIdInput"];
            /** @description True: nobody is named as the host any longer. */
            removeHost?: boolean;
            awards?: components["schemas"]["EventAwardRulesInput"];
        };
        /** @description Why an event is cancelled. */
        EventCancel: {
            /** @description Why; everybody who reads the event sees it. */
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
        /** @description What finishing awarded, as it stands now. */
        EventAwardSummary: {
            /**
             * Format: int32
             * @description Members who were awarded anything.
             */
            members: number;
            /**
             * Format: int32
             * @description Members who were given experience.
             */
            experience: number;
            /**
             * Format: int32
             * @description Members who were given quota points.
             */
            quotaPoints: number;
            /**
             * Format: int32
             * @description Medal occurrences given.
             */
            medals: number;
            /**
             * Format: int32
             * @description Medal occurrences not given: the member holds 1,000, or the medal is gone.
             */
            medalsWithheld: number;
            /** @description Rank changes, by where they stand. */
            rankChanges: {
                /**
                 * Format: int32
                 * @description Accepted, and not ended yet.
                 */
                pending: number;
                /**
                 * Format: int32
                 * @description The platform has them.
                 */
                succeeded: number;
                /**
                 * Format: int32
                 * @description Ended otherwise; each has its code in listEventAwards.
                 */
                failed: number;
                /**
                 * Format: int32
                 * @description Never accepted; the community has no connection.
                 */
                skipped: number;
            };
        };
        /** @description What the finish did. */
        EventFinishMeta: {
            /** @description The event was finished before; nothing was awarded now. */
            replayed: boolean;
            awards: components["schemas"]["EventAwardSummary"];
            /** @description The platform operations of rank changes that have not ended. */
            pendingOperations: string[];
        };
        /** @description A finished event and what it awarded. */
        EventFinished: {
            data: components["schemas"]["Event"];
            meta: components["schemas"]["EventFinishMeta"];
        };
        /** @description Who attends an event, and how. */
        EventAttendee: {
            userId: components["schemas"]["UserId"];
            role: components["schemas"]["EventRole"];
            attendance: components["schemas"]["EventAttendance"];
            addedAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description How an account attends. What is left out stays. */
        EventAttendeeSet: {
            role?: components["schemas"]["EventRole"];
            attendance?: components["schemas"]["EventAttendance"];
        };
        /** @description An account and how it attends. What is left out stays. */
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
            /** @description What the request did. */
            meta: {
                /** @description False when the account attended so already. */
                changed: boolean;
            };
        };
        /** @description The attendees that were set. */
        EventAttendeesReply: {
            /** @description The attendees, by user id. */
            data: components["schemas"]["EventAttendee"][];
            /** @description What the request did. */
            meta: {
                /**
                 * Format: int32
                 * @description How many were added or changed.
                 */
                changed: number;
            };
        };
        /** @description One page of attendees. */
        EventAttendeePage: {
            /** @description The attendees, by user id. */
            data: components["schemas"]["EventAttendee"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /** @description Points that were given; null when the rules gave none. */
        EventPointsAwarded: {
            /**
             * Format: int64
             * @description What the rules give, after the award limit.
             */
            amount: number;
            /** @description The community's award limit reduced the amount. */
            clamped: boolean;
            /**
             * Format: int64
             * @description By how much the stored value rose; less at the bound.
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
             * @description Occurrences given.
             */
            count: number;
            /**
             * Format: int32
             * @description Occurrences not given.
             */
            withheld: number;
            /**
             * @description Why some were not given; null when all were.
             * @enum {string|null}
             */
            code: "medal_limit_reached" | "medal_archived" | "medal_not_found" | null;
        };
        /** @description The member's rank change; null when there was none to make. */
        EventRankChange: {
            /**
             * @description By a rule; or by AutoRank on the new experience.
             * @enum {string}
             */
            kind: "set" | "promote" | "demote" | "auto";
            /**
             * Format: int64
             * @description With `set`, the rank to give.
             */
            rankUniqueId: number | null;
            /**
             * @description Where it stands now.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "skipped";
            /** @description With `failed` or `skipped`, the error code. */
            code: string | null;
            /** @description The platform operation, readable until 30 days after its end; null when `skipped`. */
            operationId: string | null;
        } | null;
        /** @description What finishing an event gave one member. */
        EventAward: {
            userId: components["schemas"]["UserId"];
            role: components["schemas"]["EventRole"];
            experience: components["schemas"]["EventPointsAwarded"];
            quotaPoints: components["schemas"]["EventPointsAwarded"];
            /** @description Medals in the order of the rules. */
            medals: components["schemas"]["EventMedalAwarded"][];
            rankChange: components["schemas"]["EventRankChange"];
        };
        /** @description One page of what an event awarded. */
        EventAwardPage: {
            /** @description The members, by user id. */
            data: components["schemas"]["EventAward"][];
            meta: components["schemas"]["EventPageMeta"];
        };
        /**
         * @description One change, or one reading of a response (`application.response.read`). `before` and `after` name what changed in this
         *     contract's own words, or what was read; either is null where there is nothing to say, and both lose their texts when the
         *     account's data are erased.
         */
        AuditEntry: {
            /**
             * @description The entry, once and for all.
             * @example 4711
             */
            auditId: string;
            at: components["schemas"]["Timestamp"];
            /** @description Who did it. */
            actor: {
                /**
                 * @description A caller by its API key, an operator, or the server by itself.
                 * @enum {string}
                 */
                kind: "key" | "operator" | "job";
                /** @description The key id, the operator's name, or the job's. */
                id: string;
            };
            /**
             * @description What was done.
             * @example member.experience
             */
            action: string;
            /** @description The account it was done to; null when it was none. */
            userId: string | null;
            /** @description What it was. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What it is now. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description Why, in the words of who did it. */
            reason: string | null;
            /** @description The `X-Request-Id` of the request; null when it was none. */
            requestId: string | null;
            /**
             * @description Only when `before`, `after` and `reason` are withheld: the scope that the API key lacks to read them.
             * @example blacklists.read
             */
            requiredScope?: string;
        };
        /** @description One page of the audit trail. */
        AuditEntryPage: {
            /** @description The entries. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Where to go on. */
            meta: {
                /** @description Where to go on. In the feed always given, at its end too; null at the end of `order=newest`. */
                nextCursor: string | null;
                /** @description Whether there is more to read at once. */
                hasMore: boolean;
            };
        };
        /**
         * @description The API key's own id of a batch, unique for 24 hours.
         * @example round-4711
         */
        BatchId: string;
        /** @description Awards of many members. */
        AwardBatchRequest: {
            batchId: components["schemas"]["BatchId"];
            /** @description The entries, applied in this order. */
            entries: components["schemas"]["BatchEntry"][];
        };
        /** @description What one member is awarded: at least one of `experience`, `quotaPoints` and `medals`, all of it or nothing. */
        BatchEntry: {
            userId: components["schemas"]["UserIdOrName"];
            /**
             * @description What `userId` is.
             * @default userId
             * @enum {string}
             */
            by?: "userId" | "username";
            experience?: components["schemas"]["BatchPoints"];
            quotaPoints?: components["schemas"]["BatchPoints"];
            /** @description Medals by name; one that is held already changes nothing. */
            medals?: components["schemas"]["AwardName"][];
            /** @description Why; kept in every audit entry of this entry. */
            reason?: string;
        };
        /** @description A change of experience or quota points; its reason is the entry's. */
        BatchPoints: {
            /**
             * @description What to do.
             * @enum {string}
             */
            op: "increment" | "decrement" | "set";
            /**
             * Format: int64
             * @description By how much, or to what.
             */
            amount: number;
        };
        /** @description A batch and what became of it. */
        AwardBatchAnswer: {
            data: components["schemas"]["AwardBatch"];
            /** @description The outcome at a glance. */
            meta: {
                /**
                 * Format: int32
                 * @description Entries that were done.
                 */
                succeeded: number;
                /**
                 * Format: int32
                 * @description Entries of which nothing was done.
                 */
                failed: number;
                /** @description The outcome was stored earlier; this request awarded nothing. */
                replayed: boolean;
            };
        };
        /** @description A batch and its entries' outcomes, in the order of the request. */
        AwardBatch: {
            batchId: components["schemas"]["BatchId"];
            createdAt: components["schemas"]["Timestamp"];
            /** @description One outcome an entry. */
            entries: components["schemas"]["BatchEntryOutcome"][];
        };
        /**
         * @description What became of an entry. When it succeeded, `member` and an outcome for each part it had, and `autoRank` where it had
         *     experience. When it failed, `error`, and nothing was done.
         */
        BatchEntryOutcome: {
            /**
             * Format: int32
             * @description The place of the entry in the request, from 0.
             */
            index: number;
            /**
             * @description Whether the entry was done.
             * @enum {string}
             */
            status: "succeeded" | "failed";
            /** @description The account; null where the username was not found, or the account was erased since. */
            userId: string | null;
            /** @description The member's numbers after this entry. For the whole member, fetch it. */
            member?: {
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
            experience?: components["schemas"]["BatchPointsOutcome"];
            quotaPoints?: components["schemas"]["BatchPointsOutcome"];
            /** @description The medals, in the order given. */
            medals?: components["schemas"]["BatchMedalOutcome"][];
            autoRank?: components["schemas"]["BatchAutoRank"];
            error?: components["schemas"]["BatchEntryError"];
        };
        /** @description What the change did. */
        BatchPointsOutcome: {
            appliedAmount: components["schemas"]["AppliedAmount"];
            clamped: components["schemas"]["Clamped"];
            change: components["schemas"]["StoredChange"];
            auditId: components["schemas"]["AuditId"];
        };
        /** @description What awarding a medal did. */
        BatchMedalOutcome: {
            name: components["schemas"]["AwardName"];
            /**
             * Format: int32
             * @description Occurrences added; 0 when the medal was held.
             */
            change: number;
            auditId: components["schemas"]["AuditId"];
        };
        /**
         * @description What AutoRank did after all entries of the member. `unchanged`: nothing to do. `queued`: a rank change was accepted.
         *     `skipped`: it did not apply, or could not be accepted; `reason` says why.
         */
        BatchAutoRank: {
            /**
             * @description The outcome.
             * @enum {string}
             */
            outcome: "unchanged" | "queued" | "skipped";
            /** @description With `skipped`, why: `not_connected`, `disabled`, `no_ladder`, `not_in_group`, `outside_ladder`, `demotion_not_allowed`, `suspended`, `blacklisted`, or an error code. */
            reason?: string;
            /** @description With `queued`, the platform operation; absent where the deployment runs without asynchronous operations (SCHEDULER=off). */
            operationId?: string;
        };
        /** @description Why nothing of the entry was done. Branch on `code`, show `message`. */
        BatchEntryError: {
            code: components["schemas"]["ErrorCode"];
            /** @description A sentence that says what to do. */
            message: string;
        };
        /**
         * @description Where messages are sent, https and without user name and password.
         * @example https://bot.example.com/hooks
         */
        WebhookUrl: string;
        /**
         * @description What the endpoint is for.
         * @example The bot of the training staff
         */
        WebhookDescription: string;
        /**
         * @description What is told. `'*'`: everything, types that come later too.
         *     `member.awarded`: experience, quota points, a medal or a qualification was given or taken. `member.rank.changed`: the rank
         *     was changed on the platform. `response.submitted`, `response.decided`: an application response was submitted; it passed or
         *     failed. `operation.ended`: a rank change came to its end, whatever that is. `event.finished`: an event was finished.
         *     A key that creates an endpoint, or changes its URL or types or enables it, needs the scope that reads what it is told:
         *     `members.read` for both of members, `applications.responses.read` for both of responses, `members.ranks.write` for
         *     `operation.ended`, `events.read` for `event.finished`, and all of these for `'*'`.
         * @example [
         *       "member.rank.changed",
         *       "response.decided"
         *     ]
         */
        WebhookTypes: ("*" | "member.awarded" | "member.rank.changed" | "response.submitted" | "response.decided" | "operation.ended" | "event.finished")[];
        /** @description A webhook endpoint. */
        Webhook: {
            /** @description The endpoint. */
            webhookId: string;
            url: components["schemas"]["WebhookUrl"];
            description: components["schemas"]["WebhookDescription"];
            types: components["schemas"]["WebhookTypes"];
            /** @description Whether it is told of anything. */
            enabled: boolean;
            /** @description Why it is disabled: `requested`, `gone` (it answered 410) or `failing` (three days without a success); null while it is enabled. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description The first failure after the last success; null while it works.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the earlier secret signs too; null when only one signs.
             */
            previousSecretUntil: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description A webhook endpoint with its secret, which is shown this once. */
        WebhookWithSecret: {
            /** @description The endpoint. */
            webhookId: string;
            url: components["schemas"]["WebhookUrl"];
            description: components["schemas"]["WebhookDescription"];
            types: components["schemas"]["WebhookTypes"];
            /** @description Whether it is told of anything. */
            enabled: boolean;
            /** @description Why it is disabled: `requested`, `gone` (it answered 410) or `failing` (three days without a success); null while it is enabled. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was disabled.
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description The first failure after the last success; null while it works.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the earlier secret signs too; null when only one signs.
             */
            previousSecretUntil: string | null;
            /** @description `whsec_` and the base64 of the signing key. */
            secret: string;
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
        /** @description What to change of a webhook endpoint. */
        WebhookUpdate: {
            url?: components["schemas"]["WebhookUrl"];
            types?: components["schemas"]["WebhookTypes"];
            description?: components["schemas"]["WebhookDescription"];
            /** @description Whether it is told of anything. */
            enabled?: boolean;
        };
        /** @description How to rotate a secret. */
        WebhookRotation: {
            /**
             * Format: int32
             * @description How long the earlier secret signs too.
             * @default 86400
             */
            overlapSeconds?: number;
        };
        /** @description A message for one endpoint, and what came of it. */
        WebhookDelivery: {
            /** @description The `webhook-id` that the receiver sees. */
            deliveryId: string;
            /** @description The type of the message. */
            type: string;
            /** @description The member it is about; null when it is about none. */
            userId: string | null;
            /**
             * @description `parked`: it is not tried again unless it is redelivered.
             * @enum {string}
             */
            status: "pending" | "delivered" | "parked";
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was last tried.
             */
            lastAttemptAt: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the last answer; null when there was none.
             */
            lastStatus: number | null;
            /** @description What was wrong with the last attempt. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it is tried again; null when it is not, or is tried as soon as its turn comes.
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was delivered or parked.
             */
            finishedAt: string | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A message. */
        WebhookDeliveryReply: {
            data: components["schemas"]["WebhookDelivery"];
        };
        /** @description What an endpoint is sent. */
        WebhookMessage: {
            /** @description One of the types in WebhookTypes, or `webhook.test`; more may come. */
            type: string;
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookData"];
        };
        /** @description Who and what; which properties there are depends on the type, and more may come. A test has none. */
        WebhookData: {
            /** @description The audit entry of what happened. */
            auditId?: string;
            userId?: components["schemas"]["UserId"];
            /** @description With `member.awarded`: `experience`, `quotaPoints`, `medal` or `qualification`. */
            award?: string;
            name?: components["schemas"]["AwardName"];
            /** @description The form. */
            applicationId?: string;
            /**
             * Format: int32
             * @description The version of the form that was answered.
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
            /** @description How the operation ended. */
            status?: string;
            /** @description Why it did not succeed. */
            errorCode?: string | null;
            before?: components["schemas"]["WebhookState"];
            after?: components["schemas"]["WebhookState"];
        };
        /** @description What changed, as it was or as it is, in the property names of the operations. */
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
             * @description How often the medal or qualification is held.
             */
            count?: number;
            /** @description The rank. */
            rank?: {
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
            /** @description Of a response. */
            status?: string;
            /** @description Of an event. */
            state?: string;
        };
        /** @description One page of messages, newest first. */
        WebhookDeliveryPage: {
            /** @description The messages. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Where the next page starts. */
            meta: {
                /** @description The `cursor` of the next page; null when there is none. */
                nextCursor: string | null;
            };
        };
        /** @description A notification of the game platform, in its own words. What it may come to say besides is let through. */
        PlatformNotification: {
            /** @description The same for every delivery of one notification. */
            NotificationId: string;
            /** @description `RightToErasureRequest` is acted on. */
            EventType: string;
            /** @description When it happened, as the platform writes times. */
            EventTime?: string;
            EventPayload?: components["schemas"]["PlatformEventPayload"];
        } & {
            [key: string]: unknown;
        };
        /** @description What happened. A `RightToErasureRequest` must name the account. */
        PlatformEventPayload: {
            UserId?: components["schemas"]["UserIdInput"];
            /** @description The experiences the account was in. Not looked at, because the account is erased in every community. */
            GameIds?: unknown[];
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The member as the platform has it now. */
        RankChanged: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RankChanged"];
            };
        };
        /** @description The member after the change. */
        AwardChanged: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AwardChanged"];
            };
        };
        /**
         * @description `validation_failed`: the request does not match this document. `details.issues` names each place
         *     (`instancePath` begins `/body`, `/query`, `/path` or `/headers`).
         */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `missing_credentials`: no `Authorization` or no `X-Community-Id`. `unauthorized`: the key is unknown, malformed or
         *     revoked, or does not belong to this community; which of them is not disclosed.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `legacy_key_unsupported`: a key of the first version; issue a new one. `address_not_allowed`: the key may not be used from
         *     the caller's address. `key_disabled`: the key is disabled or expired. `api_disabled`: the community's API switch is off. `entitlement_required`: no live subscription or trial.
         *     `api_access_unavailable`: the plan does not include the API. `insufficient_scope`: the key lacks the scope, see
         *     `details.required` and `details.granted`. `feature_unavailable`: the plan lacks the feature in `details.feature`.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `route_not_found`: no operation has this method and path. */
        RouteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_not_found`: the platform knows no such account, or (for a removal) the account is not a member.
         *     `route_not_found`: no operation has this method and path.
         */
        MemberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_not_found`: the platform knows no such account. `rank_not_found`: no rank has this `rankUniqueId` or `rankId`.
         *     `route_not_found`: no operation has this method and path.
         */
        MemberOrRankNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_not_found`: the platform knows no such account, or (for a removal) the account is not a member.
         *     `medal_not_found`: the community has no medal of this name. `route_not_found`: no operation has this method and path.
         */
        MemberOrMedalNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_not_found`: the platform knows no such account, or (for a removal) the account is not a member.
         *     `qualification_not_found`: the community has no qualification of this name. `route_not_found`: no operation has this method and path.
         */
        MemberOrQualificationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No state conflict is known for this operation today. Declared because every route may answer one. */
        NoConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`. */
        StorageLimit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         */
        MemberConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        WarningConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `rank_not_assignable`: guest (0) and owner (255) are not given through the API. `rank_limit_reached`: there is no rank
         *     above or below. `member_not_in_group`: the account is not in the community's group on the platform.
         *     `member_suspended`: the member is suspended; the rank stays until that ends. `member_blacklisted`: the community has
         *     blacklisted the account, or a group it is in; it is not ranked up.
         *     `deadline-cancelled-before-dispatch`: nothing was sent before the deadline, and nothing will be.
         *     `operation_superseded`: a newer operation took its place before anything was sent. `operation_cancelled`: it was cancelled.
         */
        RankConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `medal_limit_reached`: the member holds 1,000 medal occurrences; remove one first.
         *     `medal_archived`: the medal is archived and not awarded anew.
         */
        MedalConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `rate_limit_exceeded`: this caller has used up its window; `details` holds `limit`, `remaining` and `resetMs`. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: this caller has used up its window; `details` holds `limit`, `remaining` and `resetMs`.
         *     `platform_cloud_rate_limited`: the platform throttles this community; wait 30 seconds.
         */
        RateLimitedOrThrottled: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `internal_error`: a fault of the server. Read the member's state before repeating a write. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_configuration_unavailable`: the stored connection cannot be read; retry later.
         *     `platform_cloud_credentials_invalid`: the platform refuses the authorization, or it lacks permission on the target.
         *     `platform_cloud_unavailable`: the platform failed or refused the request; retry reads with bounded backoff.
         */
        PlatformFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `dependency_unavailable`: the database cannot be reached. Retry reads after `Retry-After`; check state before repeating a write. */
        DependencyUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached, or another change of this member is still running.
         *     `platform_cloud_refresh_pending`: the community's connection is being checked; retry in a second.
         */
        PlatformBusy: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `platform_cloud_timeout`: the platform did not answer in time. Inspect the member's state before repeating a write. */
        PlatformTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `legacy_key_unsupported`: a key of the first version; issue a new one. `address_not_allowed`: the key may not be used from
         *     the caller's address. `key_disabled`: the key is disabled or expired. `api_disabled`: the community's API switch is off. `entitlement_required`: no live subscription or trial.
         *     `api_access_unavailable`: the plan does not include the API. `insufficient_scope`: the key lacks the scope, see
         *     `details.required` and `details.granted`. `feature_unavailable`: the plan lacks the feature in `details.feature`.
         *     `actor-authorization-revoked`: one of these changed before the rank change was sent. Nothing was sent.
         */
        ScheduledForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `deadline-cancelled-before-dispatch`: nothing was sent before the deadline, and nothing will be.
         *     `operation_superseded`: a newer operation took its place before anything was sent. `operation_cancelled`: it was cancelled.
         */
        ScheduledMemberConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `rank_not_assignable`: guest (0) and owner (255) are not given through the API.
         *     `idempotency_key_reused`: the `Idempotency-Key` stands for another request.
         */
        OperationRequestConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `operation_not_cancellable`: something of the operation was sent, or it has ended; `details.status` says where it stands. */
        OperationNotCancellable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `operation_not_found`: the community has none of this id. `route_not_found`: no operation has this method and path. */
        OperationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: this caller has used up its window; `details` holds `limit`, `remaining` and `resetMs`.
         *     `platform_cloud_rate_limited`: the platform throttles this community; wait 30 seconds.
         *     `queue-full`: as many rank changes of this community are queued as the deployment allows; nothing was accepted.
         *     `provider-rejected-429`: the platform throttled the rank change, or has asked for a pause longer than a caller waits and
         *     nothing was accepted; `Retry-After` says what it asks for, if it says.
         */
        ScheduledRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: this caller has used up its window; `details` holds `limit`, `remaining` and `resetMs`.
         *     `platform_cloud_rate_limited`: the platform throttles this community; wait 30 seconds.
         *     `queue-full`: as many rank changes of this community are queued as the deployment allows; nothing was accepted.
         */
        QueueRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_configuration_unavailable`: the stored connection cannot be read; retry later.
         *     `platform_cloud_credentials_invalid`: the platform refuses the authorization, or it lacks permission on the target.
         *     `platform_cloud_unavailable`: the platform failed or refused the request, and nothing was changed.
         *     `authorization-intervention-required`: the platform rejected the community's connection; the Super Owner must see to it.
         */
        ScheduledFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached, or another change of this member is still running.
         *     `platform_cloud_refresh_pending`: the community's connection is being checked or refreshed; retry in a second.
         *     `roblox_scheduler_unavailable`: the shared scheduler cannot be reached, no worker is running, or the operator has paused
         *     rank changes.
         */
        ScheduledUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached. `platform_cloud_refresh_pending`: the community's connection is
         *     being checked or refreshed; retry in a second. `scheduler_disabled`: this deployment runs without asynchronous operations.
         *     `scheduler-disabled`: the operator has paused rank changes. `scheduler-unavailable`: no worker is running.
         *     `roblox_scheduler_unavailable`: the shared scheduler cannot be reached.
         */
        SchedulerUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached. `scheduler_disabled`: this deployment runs without asynchronous
         *     operations. `roblox_scheduler_unavailable`: the shared scheduler cannot be reached.
         */
        SchedulerUnreachable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_timeout`: the platform did not answer in time. Inspect the member's state before repeating a write.
         *     `outcome-pending-check-status`: the change was sent and its outcome is open; the operation the headers name will have it.
         *     `provider-rejected-408`: the platform answered that the request timed out; its roles were read: nothing was changed.
         */
        ScheduledTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                Location: components["headers"]["OperationLocation"];
                "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `application_not_found`: the community has no form with this id. `route_not_found`: no operation has this method and path. */
        ApplicationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `template_not_found`: the community has no template with this id. `route_not_found`: no operation has this method and path. */
        TemplateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `response_not_found`: the form has no response with this id. `route_not_found`: no operation has this method and path. */
        ResponseNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `validation_failed`: the request does not match this document, see `details.issues`.
         *     `sensitive_information`: a text contains contact data, a card number or a secret; `details` has the field and the kind, never
         *     the text.
         */
        FormInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `validation_failed`: the request does not match this document, see `details.issues`.
         *     `sensitive_information`: a text contains contact data, a card number or a secret; `details` has the field and the kind, never
         *     the text.
         */
        AnswersInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `validation_failed`: the request does not match this document, see `details.issues`.
         *     `sensitive_information`: a text contains contact data, a card number or a secret; `details` has the field and the kind, never
         *     the text.
         */
        ReviewInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `legacy_key_unsupported`: a key of the first version. `address_not_allowed`: the key may not be used from the caller's
         *     address. `key_disabled`: the key is disabled or expired. `api_disabled`: the API switch is off. `api_access_unavailable`: the plan does not include the API. `insufficient_scope`: the key lacks the scope in
         *     `details.required`. `feature_unavailable`: the plan lacks the feature in `details.feature`.
         *     `entitlement_required`: no active subscription or trial, or automatic grading without active Pro access.
         */
        FormForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `legacy_key_unsupported`: a key of the first version. `address_not_allowed`: the key may not be used from the caller's
         *     address. `key_disabled`: the key is disabled or expired. `api_disabled`: the API switch is off. `api_access_unavailable`: the plan does not include the API. `insufficient_scope`: the key lacks the scope in
         *     `details.required`. `feature_unavailable`: the plan lacks the feature in `details.feature`.
         *     `entitlement_required`: no active subscription or trial. `applicant_unverified`: the account is not verified.
         *     `data_rights_restricted`: a data-rights request protects the account. `applicant_restricted`: the account may not apply
         *     in any community. `applicant_blacklisted`: the community has blacklisted the account or a group that it is in.
         *     `password_incorrect`: the form password is missing or wrong. `password_attempts_exceeded`: after five wrong passwords the
         *     account must wait `Retry-After` seconds before each further attempt at this form, up to an hour; `details.scope` is
         *     `password`, and other accounts and requests are not affected. `password_locked`: after 100 wrong passwords in a row the
         *     account is locked out of the form for a day, or until the form password changes; there is no `Retry-After`.
         *     `applicant_ineligible`: the account is too new or is not in the groups that the form requires.
         */
        ApplicantForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `version_conflict`: the form is at another version; read it again. `application_required`: the form is required to join; change
         *     the join requirements first.
         */
        FormConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `version_conflict`: the form is at another version; read it again. `application_required`: the form is required to join; change
         *     the join requirements first.
         *     `storage_limit_reached`: the community has reached its storage limit; `details` has `quota`, `unit`, `limit` and `used`.
         */
        FormUpdateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `application_closed`: the form is closed. */
        FormClosed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `application_closed`: the form is closed. `version_conflict`: the form is at another version; open it again.
         *     `duplicate_submission`: the account already submitted to this version.
         */
        SubmissionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `response_already_reviewed`: the response was already reviewed. `revision_conflict`: the response is at another revision; read it again.
         *     `response_protected`: a data-rights request protects it.
         */
        ReviewConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached. `eligibility_unavailable`: the platform did not answer
         *     whether the account is eligible or in a blacklisted group; access is denied. `data_rights_unavailable`: data-rights requests
         *     cannot be checked; access is denied.
         */
        AccessUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `dependency_unavailable`: the database cannot be reached.
         *     `data_rights_unavailable`: data-rights requests cannot be checked.
         */
        ReviewUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `medal_not_found`: the community has no medal of this name.
         *     `route_not_found`: no operation has this method and path.
         */
        MedalNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `qualification_not_found`: the community has no qualification of this name.
         *     `route_not_found`: no operation has this method and path.
         */
        QualificationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `medal_exists`: the community has a medal of this name, which may be archived. */
        MedalExists: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `medal_exists`: the community has a medal of this name, which may be archived.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        MedalCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `qualification_exists`: the community has a qualification of this name, which may be archived. */
        QualificationExists: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `qualification_exists`: the community has a qualification of this name, which may be archived.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        QualificationCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `qualification_archived`: the qualification is archived and not awarded anew.
         */
        QualificationConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         */
        ConnectionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rank_not_found`: the community has no rank of this unique id.
         *     `route_not_found`: no operation has this method and path.
         */
        RankNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `rank_not_assignable`: guest (0) and owner (255) are never given, and take no threshold. */
        RankTakesNoThreshold: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_not_found`: the account is not a member of this community; reading creates nobody.
         *     `route_not_found`: no operation has this method and path.
         */
        MemberAbsent: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `blacklist_entry_not_found`: the community has no such entry. `route_not_found`: no operation has this method and path. */
        BlacklistEntryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `blacklist_entry_exists`: the account or group has an entry in force, named in `details.blacklistEntryId`; change or lift that.
         *     `platform_cloud_not_configured`: with `by=username`, the Super Owner must connect the platform.
         *     `platform_cloud_reconnect_required`: the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        BlacklistEntryConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `blacklist_entry_ended`: the entry was lifted or has expired; it stays as it is. `details.state` says which. */
        BlacklistEntryEnded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `warning_not_found`: the community has no such warning. `route_not_found`: no operation has this method and path. */
        WarningNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `warning_ended`: the warning was revoked or has expired; it counts no longer. `details.state` says which. */
        WarningEnded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `suspension_not_found`: the community has none of this id. `route_not_found`: no operation has this method and path. */
        SuspensionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `suspension_ended`: it was lifted, its time is up, or it has ended; there is nothing left to change. */
        SuspensionEnded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `suspended_rank_not_set`: name a rank in the request, or set the community's suspended rank. `rank_not_assignable`: guest (0)
         *     and owner (255) are not given through the API. `member_not_in_group`: the account is not in the community's group on the
         *     platform. `member_suspended`: the member is suspended already, `details.suspensionId` says by which suspension.
         *     `deadline-cancelled-before-dispatch`: nothing was sent before the deadline, and nothing will be.
         *     `operation_cancelled`: the operation of the suspension was cancelled.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        SuspendConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `operation_cancelled`: the operation that restores the rank was cancelled; the suspension has ended and the rank stays.
         */
        LiftConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `rank_not_found`: no rank has this `rankUniqueId`. `route_not_found`: no operation has this method and path. */
        SuspendedRankNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`:
         *     the Super Owner must restore the community's platform authorization.
         *     `rank_not_assignable`: guest (0) and owner (255) are not given through the API.
         */
        SuspendedRankConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_type_not_found`: the community has no event type of this id. `route_not_found`: no operation has this method
         *     and path.
         */
        EventTypeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `medal_not_found`: the community has no medal of a name in `awards`. `rank_not_found`: no rank of the community has a
         *     `rankUniqueId` in `awards`. `route_not_found`: no operation has this method and path.
         */
        EventTypeCreateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_type_not_found`: the community has no event type of this id. `medal_not_found`: the community has no medal of
         *     a name in `awards`. `rank_not_found`: no rank of the community has a `rankUniqueId` in `awards`. `route_not_found`:
         *     no operation has this method and path.
         */
        EventTypeUpdateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `event_not_found`: the community has no event of this id. `route_not_found`: no operation has this method and path. */
        EventNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_type_not_found`: the community has no event type of this id. `member_not_found`: the platform knows no such
         *     account. `medal_not_found`: the community has no medal of a name in `awards`. `rank_not_found`: no rank of the
         *     community has a `rankUniqueId` in `awards`. `route_not_found`: no operation has this method and path.
         */
        EventCreateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_not_found`: the community has no event of this id. `member_not_found`: the platform knows no such account.
         *     `medal_not_found`: the community has no medal of a name in `awards`. `rank_not_found`: no rank of the community has a
         *     `rankUniqueId` in `awards`. `route_not_found`: no operation has this method and path.
         */
        EventUpdateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_not_found`: the community has no event of this id. `member_not_found`: the platform knows no such account.
         *     `route_not_found`: no operation has this method and path.
         */
        EventMemberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_type_exists`: the community has an event type of this name. `rank_not_assignable`: a rank in `awards` is guest
         *     (0) or owner (255).
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        EventTypeConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_type_archived`: no new event can be of this type. `rank_not_assignable`: a rank in `awards` is guest (0) or
         *     owner (255). `platform_cloud_not_configured`: the Super Owner must connect the platform.
         *     `platform_cloud_reconnect_required`: the Super Owner must restore the community's platform authorization.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        EventCreateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. `rank_not_assignable`: a rank in
         *     `awards` is guest (0) or owner (255). `platform_cloud_not_configured`: the Super Owner must connect the platform.
         *     `platform_cloud_reconnect_required`: the Super Owner must restore the community's platform authorization.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        EventUpdateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. */
        EventStateConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. `platform_cloud_not_configured`:
         *     the Super Owner must connect the platform. `platform_cloud_reconnect_required`: the Super Owner must restore the
         *     community's platform authorization. `deadline-cancelled-before-dispatch`: a rank change was not sent before its
         *     deadline, and never will be. `operation_superseded`: a newer operation took a rank change's place before anything was
         *     sent. `operation_cancelled`: a rank change was cancelled.
         */
        EventFinishConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. `event_full`: an event has at most
         *     1,000 attendees. `platform_cloud_not_configured`: the Super Owner must connect the platform.
         *     `platform_cloud_reconnect_required`: the Super Owner must restore the community's platform authorization.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        EventAttendeesConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. `event_full`: an event has at most
         *     1,000 attendees. `username_changed`: the account no longer bears that username; use its current name or its id.
         *     `platform_cloud_not_configured`: the Super Owner must connect the platform. `platform_cloud_reconnect_required`: the
         *     Super Owner must restore the community's platform authorization.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        EventAttendeeConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `event_state_conflict`: the event's state, in `details.state`, does not allow it. `username_changed`: the account no
         *     longer bears that username; use its current name or its id. `platform_cloud_not_configured`: the Super Owner must
         *     connect the platform. `platform_cloud_reconnect_required`: the Super Owner must restore the community's platform
         *     authorization.
         */
        EventRemovalConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `audit_entries_forgotten`: entries after the cursor were deleted because of their age before they were read. Start
         *     again without a cursor.
         */
        AuditEntriesForgotten: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `batch_id_reused`: this `batchId` stands for other entries in the last 24 hours. Nothing was done; use a new one.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        BatchIdReused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `batch_not_found`: the community has no outcome under this id. `route_not_found`: no operation has this method and path. */
        BatchNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `webhook_not_found`: the community has no such endpoint. `route_not_found`: no operation has this method and path. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_not_found`: the community has no such endpoint. `route_not_found`: no operation has this method and path.
         *     `delivery_not_found`: the endpoint has no such message, or it was forgotten.
         */
        WebhookDeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `webhook_limit_reached`: the community has ten endpoints; delete one first. */
        WebhookLimit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `webhook_disabled`: the endpoint is disabled; enable it first. */
        WebhookDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_disabled`: the endpoint is disabled; enable it first.
         *     `storage_limit_reached`: the community stores as much as it may; `details.quota` names of what, beside `unit`, `limit` and `used`.
         */
        WebhookTestConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The notification was received, now or before. */
        NotificationReceived: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `unauthorized`: the signature is missing, malformed, wrong, or more than ten minutes away from now; which of them is not
         *     disclosed.
         */
        SignatureRefused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["PlatformChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Nothing is forbidden to a caller that is known here today. Declared because every route may answer it. */
        NeverForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "WWW-Authenticate": components["headers"]["PlatformChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `data_rights_unavailable`: the operator has not told this deployment the webhook's secret, so that no notification can be
         *     believed. `dependency_unavailable`: the database cannot be reached.
         */
        NotificationsUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /**
         * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
         *     one; the username is the safer handle there.
         * @example 1
         */
        UserId: string;
        /**
         * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
         *     refused for writes with 409 `username_changed`.
         * @example userId
         */
        By: "userId" | "username";
        /**
         * @description The name, percent-encoded.
         * @example Valor
         */
        AwardName: components["schemas"]["AwardName"];
        /**
         * @description The form.
         * @example app_k3v5q2m4n6p7r2s4t5u6
         */
        ApplicationId: string;
        /**
         * @description The template.
         * @example tpl_k3v5q2m4n6p7r2s4t5u6
         */
        TemplateId: string;
        /**
         * @description The response.
         * @example rsp_k3v5q2m4n6p7r2s4t5u6
         */
        ResponseId: string;
        /**
         * @description The platform operation.
         * @example op_k3v5q2m4n6p7r2s4t5u6
         */
        OperationId: string;
        /**
         * @description 1 to 255 visible characters that stand for one intent of yours, quoted or bare. Send the same key with the same body
         *     again whenever you are not sure that you were heard: it is the same operation, until 24 hours after its end. It is your
         *     API key's own: another integration may use the same one for something else, and a rotated API key keeps those of the key
         *     it replaces. The body is compared as it was sent: a member named by id and the same member named by username are two
         *     requests, so that a retry is answered without asking the platform who bears the name.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description `data.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        OpaqueCursor: string;
        /**
         * @description `false`: those that can be awarded. `true`: those that are archived. `all`: both.
         * @example false
         */
        Archived: "false" | "true" | "all";
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        AwardCursor: string;
        /**
         * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
         * @example 50
         */
        AwardLimit: string;
        /**
         * @description The rank, by its `uniqueId` (the platform role resource id).
         * @example 99513318
         */
        RankUniqueIdPath: string;
        /**
         * @description The blacklist entry.
         * @example ble_k3v5q2m4n6p7r2s4t5u6
         */
        BlacklistEntryId: string;
        /**
         * @description The warning.
         * @example wrn_k3v5q2m4n6p7r2s4t5u6
         */
        WarningId: string;
        /**
         * @description `live`: what is in force. `ended`: what expired or was ended before its time. `all`: both.
         * @example live
         */
        ModerationState: "live" | "ended" | "all";
        /**
         * @description Only those of this account.
         * @example 530662918
         */
        ModerationUserId: components["schemas"]["UserId"];
        /**
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        ModerationCursor: string;
        /**
         * @description How many on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
         * @example 50
         */
        ModerationLimit: string;
        /**
         * @description The suspension.
         * @example sus_k3v5q2m4n6p7r2s4t5u6
         */
        SuspensionId: string;
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
         * @description `meta.nextCursor` of the previous page, unchanged.
         * @example eyJhIjoxfQ
         */
        EventCursor: string;
        /**
         * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
         * @example 50
         */
        EventLimit: string;
        /**
         * @description The id the caller gave the batch.
         * @example round-4711
         */
        BatchId: string;
        /**
         * @description The webhook endpoint.
         * @example whk_k3v5q2m4n6p7r2s4t5u6
         */
        WebhookId: string;
        /**
         * @description The message, by its `webhook-id`.
         * @example msg_k3v5q2m4n6p7r2s4t5u6
         */
        DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the server's log and audit. It begins with the caller's own `X-Request-Id` and a dot when that has 1 to 64 letters, digits, dots, hyphens and underscores; the rest is the server's, so that no two requests share an id.
         * @example 3f2c1f0e-6f3b-4d0a-9a53-8ef1a4b7f6d2
         */
        XRequestId: string;
        /**
         * @description The query parameters that this operation does not know and ignored, percent-encoded and separated by commas: the first ten, 50 characters each. Absent when there were none.
         * @example utm_source
         */
        XIgnoredParameters: string;
        /**
         * @description Requests a minute this caller may make. Where several limits hold, as on the application access routes, the one with the fewest requests left. Absent when rate limiting is off.
         * @example 600
         */
        RateLimitLimit: number;
        /**
         * @description Requests that would be accepted now under the limit of `RateLimit-Limit`, as this process knows it.
         * @example 587
         */
        RateLimitRemaining: number;
        /**
         * @description When no request is left, seconds until one is accepted again; otherwise, seconds until requests begin to leave the count.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 30
         */
        RetryAfter: number;
        /**
         * @description The header in which the platform signs.
         * @example PlatformSignature header="roblox-signature"
         */
        PlatformChallenge: string;
        /**
         * @description The challenge (RFC 6750).
         * @example Bearer error="invalid_token"
         */
        WwwAuthenticate: string;
        /**
         * @description Where the platform operation is read.
         * @example /v2/platform-operations/op_k3v5q2m4n6p7r2s4t5u6
         */
        OperationLocation: string;
        /**
         * @description The platform operation.
         * @example op_k3v5q2m4n6p7r2s4t5u6
         */
        PlatformOperationId: string;
        /**
         * @description The `Idempotency-Key` was known; this is the operation it stands for, as it is now.
         * @example true
         */
        IdempotentReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description The `userId` of the last member of the previous page, from `meta.nextCursor`.
                 * @example 2
                 */
                cursor?: string;
                /**
                 * @description Members on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
                /**
                 * @description Sync the profile from the platform now, whatever its age.
                 * @example 1
                 */
                refresh?: "1" | "true";
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member, and what was done to bring the profile up to date. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberFetched"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["ScheduledMemberConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    changeExperience: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description What to do to the number. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperienceChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["ScheduledMemberConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    changeQuotaPoints: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description What to do to the number. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaPointsChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["MemberConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    setMemberRank: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The rank to give, by exactly one of its two ids. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankTarget"];
            };
        };
        responses: {
            200: components["responses"]["RankChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberOrRankNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    promoteMember: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RankChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    demoteMember: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RankChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    awardMedal: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The medal, by its name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardByName"];
            };
        };
        responses: {
            200: components["responses"]["AwardChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrMedalNotFound"];
            409: components["responses"]["MedalConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    removeMedal: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AwardChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrMedalNotFound"];
            409: components["responses"]["MemberConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    awardQualification: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The qualification, by its name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardByName"];
            };
        };
        responses: {
            200: components["responses"]["AwardChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrQualificationNotFound"];
            409: components["responses"]["QualificationConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    removeQualification: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AwardChanged"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrQualificationNotFound"];
            409: components["responses"]["MemberConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    explainAutoRank: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankExplained"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberAbsent"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    syncRanks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranks, lowest first, and what the sync changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RanksSynced"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["ConnectionConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    updateRank: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The rank, by its `uniqueId` (the platform role resource id).
                 * @example 99513318
                 */
                uniqueId: components["parameters"]["RankUniqueIdPath"];
            };
            cookie?: never;
        };
        /** @description The threshold, or that there is none; exactly one of the two. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RankNotFound"];
            409: components["responses"]["RankTakesNoThreshold"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getAutoRankSettings: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankSettingsReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateAutoRankSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to change. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRankSettingsWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listMedals: {
        parameters: {
            query?: {
                /**
                 * @description `false`: those that can be awarded. `true`: those that are archived. `all`: both.
                 * @example false
                 */
                archived?: components["parameters"]["Archived"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["AwardCursor"];
                /**
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createMedal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name, and what it stands for. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["MedalCreateConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getMedal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MedalNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateMedal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
            };
            cookie?: never;
        };
        /** @description What to change. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MedalNotFound"];
            409: components["responses"]["MedalExists"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listQualifications: {
        parameters: {
            query?: {
                /**
                 * @description `false`: those that can be awarded. `true`: those that are archived. `all`: both.
                 * @example false
                 */
                archived?: components["parameters"]["Archived"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["AwardCursor"];
                /**
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createQualification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name, and what it stands for. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["QualificationCreateConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getQualification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["QualificationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateQualification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name, percent-encoded.
                 * @example Valor
                 */
                name: components["parameters"]["AwardName"];
            };
            cookie?: never;
        };
        /** @description What to change. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardWritten"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["QualificationNotFound"];
            409: components["responses"]["QualificationExists"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["FormInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FormForbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["StorageLimit"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    saveTemplate: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateReply"];
                };
            };
            400: components["responses"]["FormInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["StorageLimit"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The template.
                 * @example tpl_k3v5q2m4n6p7r2s4t5u6
                 */
                templateId: components["parameters"]["TemplateId"];
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TemplateNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["FormInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FormForbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["FormUpdateConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: {
                /**
                 * @description The current version, for clients that send no body with DELETE.
                 * @example 1
                 */
                version?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["FormConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getApplicationConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    duplicateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationReply"];
                };
            };
            400: components["responses"]["FormInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FormForbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["StorageLimit"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    openApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApplicantForbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["FormClosed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AccessUnavailable"];
        };
    };
    listResponses: {
        parameters: {
            query?: {
                /**
                 * @description Only responses in this state.
                 * @example Pending
                 */
                status?: "Pending" | "Passed" | "Failed";
                /**
                 * @description Only responses of this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserId"];
                /**
                 * @description Responses on the page, 1 to 100.
                 * @example 25
                 */
                limit?: string;
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
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponsePage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    submitResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultReply"];
                };
            };
            400: components["responses"]["AnswersInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApplicantForbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["SubmissionConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AccessUnavailable"];
        };
    };
    getApplicationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApplicantForbidden"];
            404: components["responses"]["ApplicationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AccessUnavailable"];
        };
    };
    getResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
                /**
                 * @description The response.
                 * @example rsp_k3v5q2m4n6p7r2s4t5u6
                 */
                responseId: components["parameters"]["ResponseId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ResponseNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    reviewResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The form.
                 * @example app_k3v5q2m4n6p7r2s4t5u6
                 */
                applicationId: components["parameters"]["ApplicationId"];
                /**
                 * @description The response.
                 * @example rsp_k3v5q2m4n6p7r2s4t5u6
                 */
                responseId: components["parameters"]["ResponseId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseReply"];
                };
            };
            400: components["responses"]["ReviewInvalid"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ResponseNotFound"];
            409: components["responses"]["ReviewConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ReviewUnavailable"];
        };
    };
    submitRankOperation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description 1 to 255 visible characters that stand for one intent of yours, quoted or bare. Send the same key with the same body
                 *     again whenever you are not sure that you were heard: it is the same operation, until 24 hours after its end. It is your
                 *     API key's own: another integration may use the same one for something else, and a rotated API key keeps those of the key
                 *     it replaces. The body is compared as it was sent: a member named by id and the same member named by username are two
                 *     requests, so that a retry is answered without asking the platform who bears the name.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Whose rank, and which. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankOperationRequest"];
            };
        };
        responses: {
            /** @description The operation; it was accepted now, or earlier under the same key. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["OperationLocation"];
                    "X-Platform-Operation-Id": components["headers"]["PlatformOperationId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrRankNotFound"];
            409: components["responses"]["OperationRequestConflict"];
            429: components["responses"]["QueueRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["SchedulerUnavailable"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getPlatformOperation: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OperationNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SchedulerUnreachable"];
        };
    };
    cancelPlatformOperation: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description The operation, cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformOperationAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OperationNotFound"];
            409: components["responses"]["OperationNotCancellable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SchedulerUnreachable"];
        };
    };
    listBlacklistEntries: {
        parameters: {
            query?: {
                /**
                 * @description `live`: what is in force. `ended`: what expired or was ended before its time. `all`: both.
                 * @example live
                 */
                state?: components["parameters"]["ModerationState"];
                /**
                 * @description Only those of this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description Only entries of this group of the platform.
                 * @example 5812734
                 */
                groupId?: components["schemas"]["GroupId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description How many on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createBlacklistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom to keep out, why, and until when. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryCreate"];
            };
        };
        responses: {
            /** @description The entry, in force from now on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["BlacklistEntryConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getBlacklistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BlacklistEntryNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateBlacklistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryUpdate"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BlacklistEntryNotFound"];
            409: components["responses"]["BlacklistEntryEnded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    liftBlacklistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blacklist entry.
                 * @example ble_k3v5q2m4n6p7r2s4t5u6
                 */
                blacklistEntryId: components["parameters"]["BlacklistEntryId"];
            };
            cookie?: never;
        };
        /** @description Why it is lifted. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlacklistEntryLift"];
            };
        };
        responses: {
            /** @description The entry, lifted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntryChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BlacklistEntryNotFound"];
            409: components["responses"]["BlacklistEntryEnded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listWarnings: {
        parameters: {
            query?: {
                /**
                 * @description `live`: what is in force. `ended`: what expired or was ended before its time. `all`: both.
                 * @example live
                 */
                state?: components["parameters"]["ModerationState"];
                /**
                 * @description Only those of this account.
                 * @example 530662918
                 */
                userId?: components["parameters"]["ModerationUserId"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["ModerationCursor"];
                /**
                 * @description How many on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: components["parameters"]["ModerationLimit"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createWarning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom to warn, why, and how much it counts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WarningCreate"];
            };
        };
        responses: {
            /** @description The warning, and the points in force with it. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["WarningConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getWarning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The warning.
                 * @example wrn_k3v5q2m4n6p7r2s4t5u6
                 */
                warningId: components["parameters"]["WarningId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WarningNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    revokeWarning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The warning.
                 * @example wrn_k3v5q2m4n6p7r2s4t5u6
                 */
                warningId: components["parameters"]["WarningId"];
            };
            cookie?: never;
        };
        /** @description Why it is revoked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WarningRevoke"];
            };
        };
        responses: {
            /** @description The warning, revoked, and the points still in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarningChanged"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WarningNotFound"];
            409: components["responses"]["WarningEnded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listSuspensions: {
        parameters: {
            query?: {
                /**
                 * @description Only suspensions in this state; `live`: all that have not ended.
                 * @example live
                 */
                state?: "live" | "suspending" | "active" | "restoring" | "ended";
                /**
                 * @description Only suspensions of this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserId"];
                /**
                 * @description Suspensions on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: string;
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createSuspension: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whom, until when, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspensionCreate"];
            };
        };
        responses: {
            /** @description The suspension; the member stands on the suspended rank. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["MemberOrRankNotFound"];
            409: components["responses"]["SuspendConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    getSuspension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SuspensionNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateSuspension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SuspensionNotFound"];
            409: components["responses"]["SuspensionEnded"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    liftSuspension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The suspension.
                 * @example sus_k3v5q2m4n6p7r2s4t5u6
                 */
                suspensionId: components["parameters"]["SuspensionId"];
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuspensionLift"];
            };
        };
        responses: {
            /** @description The suspension, ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["SuspensionNotFound"];
            409: components["responses"]["LiftConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    getSuspensionSettings: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionSettingsAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateSuspensionSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The rank, or that there is none. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspensionSettingsAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SuspendedRankNotFound"];
            409: components["responses"]["SuspendedRankConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
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
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypePage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createEventType: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventTypeCreateNotFound"];
            409: components["responses"]["EventTypeConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event type.
                 * @example ety_k3v5q2m4n6p7r2s4t5u6
                 */
                eventTypeId: components["parameters"]["EventTypeId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventTypeNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateEventType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event type.
                 * @example ety_k3v5q2m4n6p7r2s4t5u6
                 */
                eventTypeId: components["parameters"]["EventTypeId"];
            };
            cookie?: never;
        };
        /** @description What is to be different. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventTypeUpdateNotFound"];
            409: components["responses"]["EventTypeConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
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
                 * @description Only events that start then or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                from?: components["schemas"]["EventTime"];
                /**
                 * @description Only events that start earlier.
                 * @example 2026-04-01T00:00:00Z
                 */
                to?: components["schemas"]["EventTime"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventCreateNotFound"];
            409: components["responses"]["EventCreateConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description What is to be different. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventUpdateNotFound"];
            409: components["responses"]["EventUpdateConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    startEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, active. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["EventStateConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    finishEvent: {
        parameters: {
            query?: {
                /**
                 * @description Whether to wait for the rank changes; `false` answers as soon as everything is committed.
                 * @example true
                 */
                wait?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, finished, and what it awarded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFinished"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ScheduledForbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["EventFinishConflict"];
            429: components["responses"]["ScheduledRateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ScheduledFailed"];
            503: components["responses"]["ScheduledUnavailable"];
            504: components["responses"]["ScheduledTimeout"];
        };
    };
    cancelEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventCancel"];
            };
        };
        responses: {
            /** @description The event, cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["EventStateConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listEventAttendees: {
        parameters: {
            query?: {
                /**
                 * @description Only these.
                 * @example present
                 */
                attendance?: components["schemas"]["EventAttendance"];
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: components["parameters"]["EventCursor"];
                /**
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                eventId: components["parameters"]["EventId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeePage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    setEventAttendees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        /** @description Who attends, and how. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeesReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventMemberNotFound"];
            409: components["responses"]["EventAttendeesConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    setEventAttendee: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAttendeeReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventMemberNotFound"];
            409: components["responses"]["EventAttendeeConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
        };
    };
    removeEventAttendee: {
        parameters: {
            query?: {
                /**
                 * @description What `userId` in the path is. A username is matched whatever its case; one that the account no longer bears is
                 *     refused for writes with 409 `username_changed`.
                 * @example userId
                 */
                by?: components["parameters"]["By"];
            };
            header?: never;
            path: {
                /**
                 * @description The event.
                 * @example evt_k3v5q2m4n6p7r2s4t5u6
                 */
                eventId: components["parameters"]["EventId"];
                /**
                 * @description The platform's global user id, or a username with `by=username`. The id a game server sees may be a scoped
                 *     one; the username is the safer handle there.
                 * @example 1
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account does not attend. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventMemberNotFound"];
            409: components["responses"]["EventRemovalConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
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
                 * @description Entries on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
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
                eventId: components["parameters"]["EventId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAwardPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description The feed, oldest first, or the newest entries first.
                 * @example feed
                 */
                order?: "feed" | "newest";
                /**
                 * @description Only entries about this account.
                 * @example 530662918
                 */
                userId?: components["schemas"]["UserId"];
                /**
                 * @description Only entries of this action, such as `member.experience`; with a dot at its end, of all that begin with it, such as
                 *     `member.`.
                 * @example member.
                 */
                action?: string;
                /**
                 * @description Only what was done by keys, by operators, or by the server's own jobs.
                 * @example key
                 */
                actorKind?: "key" | "operator" | "job";
                /**
                 * @description Entries on the page at most, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: string;
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example c2lnbmVkLXBsYWNlLWluLXRoZS1mZWVk
                 */
                cursor?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["AuditEntriesForgotten"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    awardBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The batch's id and its entries. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AwardBatchRequest"];
            };
        };
        responses: {
            /** @description What became of every entry, in the order of the request. Look at `meta.failed`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardBatchAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["BatchIdReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getAwardBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id the caller gave the batch.
                 * @example round-4711
                 */
                batchId: components["parameters"]["BatchId"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwardBatchAnswer"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BatchNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Where to, and what. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["WebhookLimit"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
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
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
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
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
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
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
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
        /** @description How long the earlier secret signs too. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    sendTestMessage: {
        parameters: {
            query?: never;
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
            /** @description The message, on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["WebhookTestConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only messages that stand so.
                 * @example parked
                 */
                status?: "pending" | "delivered" | "parked";
                /**
                 * @description `meta.nextCursor` of the previous page, unchanged.
                 * @example eyJhIjoxfQ
                 */
                cursor?: string;
                /**
                 * @description Messages on the page, a whole number from 1 up, sent as a string. Larger than 100 means 100.
                 * @example 50
                 */
                limit?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    redeliverWebhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint.
                 * @example whk_k3v5q2m4n6p7r2s4t5u6
                 */
                webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The message, by its `webhook-id`.
                 * @example msg_k3v5q2m4n6p7r2s4t5u6
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message, on its way again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Ignored-Parameters": components["headers"]["XIgnoredParameters"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookDeliveryNotFound"];
            409: components["responses"]["WebhookDisabled"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DependencyUnavailable"];
        };
    };
    receivePlatformNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The notification, as the platform sends it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformNotification"];
            };
        };
        responses: {
            204: components["responses"]["NotificationReceived"];
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["SignatureRefused"];
            403: components["responses"]["NeverForbidden"];
            404: components["responses"]["RouteNotFound"];
            409: components["responses"]["NoConflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotificationsUnavailable"];
        };
    };
}
