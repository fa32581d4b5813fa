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
         *     page; it is null on the last one. The page shows what is stored: the platform is not asked.
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
         *     hold 1,000 medal occurrences in total; one more answers 409 `medal_limit_reached`, and a removal frees slots.
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
         * @description Awards the named qualification. Awarding one the member already holds changes nothing.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Every error code of the service, with the status it is sent with in `x-error-status`.
         * @enum {string}
         */
        ErrorCode: "missing_credentials" | "unauthorized" | "api_disabled" | "key_disabled" | "legacy_key_unsupported" | "insufficient_scope" | "entitlement_required" | "api_access_unavailable" | "feature_unavailable" | "route_not_found" | "validation_failed" | "dependency_unavailable" | "data_rights_unavailable" | "rate_limit_exceeded" | "internal_error" | "member_not_found" | "rank_not_found" | "medal_not_found" | "qualification_not_found" | "username_changed" | "rank_not_assignable" | "rank_limit_reached" | "member_not_in_group" | "medal_limit_reached" | "platform_cloud_not_configured" | "platform_cloud_reconnect_required" | "platform_cloud_refresh_pending" | "platform_cloud_configuration_unavailable" | "platform_cloud_credentials_invalid" | "platform_cloud_rate_limited" | "platform_cloud_timeout" | "platform_cloud_unavailable" | "deadline-cancelled-before-dispatch" | "outcome-pending-check-status" | "provider-rejected-408" | "queue-full" | "provider-rejected-429" | "authorization-intervention-required" | "actor-authorization-revoked" | "roblox_scheduler_unavailable" | "scheduler_disabled" | "scheduler-disabled" | "scheduler-unavailable";
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
            /** @description What was done and stays although the request as a whole failed. Do not repeat it. */
            committed?: "experience"[];
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
            /** @description With `skipped`, why: `profile_fresh`, `no_ladder`, `not_connected`, `not_in_group`, `outside_ladder`, `demotion_not_allowed`, or an error code. */
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
            rankUniqueId?: components["schemas"]["RankUniqueId"];
            rankId?: components["schemas"]["RankId"];
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
    };
    responses: {
        /** @description The member as the platform has it now. */
        RankChanged: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
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
         * @description `legacy_key_unsupported`: a key of the first version; issue a new one. `key_disabled`: the key is disabled or expired.
         *     `api_disabled`: the community's API switch is off. `entitlement_required`: no live subscription or trial.
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
         *     `rank_not_assignable`: guest (0) and owner (255) are not given through the API. `rank_limit_reached`: there is no rank
         *     above or below. `member_not_in_group`: the account is not in the community's group on the platform.
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
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the server's log. A well-formed id that the caller sent is kept.
         * @example 3f2c1f0e-6f3b-4d0a-9a53-8ef1a4b7f6d2
         */
        XRequestId: string;
        /**
         * @description Requests a minute this caller may make. Absent when rate limiting is off.
         * @example 600
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the current window, as this server knows it.
         * @example 587
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the window starts anew.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 30
         */
        RetryAfter: number;
        /**
         * @description The challenge (RFC 6750).
         * @example Bearer error="invalid_token"
         */
        WwwAuthenticate: string;
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberOrRankNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MemberNotFound"];
            409: components["responses"]["RankConflict"];
            429: components["responses"]["RateLimitedOrThrottled"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PlatformFailed"];
            503: components["responses"]["PlatformBusy"];
            504: components["responses"]["PlatformTimeout"];
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
            409: components["responses"]["MemberConflict"];
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
}
