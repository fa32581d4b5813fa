# Generated from openapi.yaml by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Any, Generic, Literal, Mapping, NotRequired, TypeAlias, TypedDict, TypeVar

Data = TypeVar("Data")
Meta = TypeVar("Meta")

# after these codes nothing was done, unless details.committed is present
CODES_WITHOUT_EFFECT = frozenset({
    "missing_credentials",
    "unauthorized",
    "api_disabled",
    "key_disabled",
    "key_paused",
    "person_paused",
    "proof_required",
    "acting_not_allowed",
    "acting_account_not_in_group",
    "address_not_allowed",
    "legacy_key_unsupported",
    "insufficient_scope",
    "entitlement_required",
    "api_access_unavailable",
    "feature_unavailable",
    "route_not_found",
    "validation_failed",
    "server_busy",
    "data_rights_unavailable",
    "rate_limit_exceeded",
    "storage_limit_reached",
    "member_not_found",
    "rank_not_found",
    "medal_not_found",
    "qualification_not_found",
    "username_changed",
    "rank_not_assignable",
    "rank_limit_reached",
    "rank_ambiguous",
    "rank_stays_managed",
    "role_is_rank",
    "join_request_not_found",
    "join_request_accepted",
    "join_request_refused",
    "role_bound",
    "member_not_in_group",
    "medal_limit_reached",
    "platform_cloud_not_configured",
    "platform_cloud_reconnect_required",
    "platform_cloud_refresh_pending",
    "platform_cloud_configuration_unavailable",
    "platform_cloud_credentials_invalid",
    "platform_cloud_rate_limited",
    "platform_names_unavailable",
    "application_not_found",
    "template_not_found",
    "response_not_found",
    "version_conflict",
    "duplicate_submission",
    "application_closed",
    "application_required",
    "response_already_reviewed",
    "revision_conflict",
    "response_protected",
    "password_incorrect",
    "password_attempts_exceeded",
    "password_locked",
    "applicant_unverified",
    "applicant_blacklisted",
    "applicant_restricted",
    "applicant_ineligible",
    "other_applicant",
    "applicant_code_limit_reached",
    "account_choice_required",
    "data_rights_restricted",
    "eligibility_unavailable",
    "sensitive_information",
    "deadline-cancelled-before-dispatch",
    "provider-rejected-408",
    "queue-full",
    "provider-rejected-429",
    "authorization-intervention-required",
    "actor-authorization-revoked",
    "scheduler_disabled",
    "scheduler-disabled",
    "scheduler-unavailable",
    "idempotency_key_reused",
    "record_changed",
    "operation_not_found",
    "operation_not_cancellable",
    "operation_not_retriable",
    "operation_superseded",
    "operation_cancelled",
    "member_blacklisted",
    "member_suspended",
    "identity_unknown",
    "identity_conflict",
    "verification_not_found",
    "account_linked",
    "link_code_not_found",
    "link_attempts_exceeded",
    "link_code_limit_reached",
    "medal_exists",
    "qualification_exists",
    "medal_archived",
    "qualification_archived",
    "blacklist_entry_not_found",
    "blacklist_entry_exists",
    "blacklist_entry_ended",
    "warning_not_found",
    "warning_ended",
    "suspension_not_found",
    "suspension_ended",
    "suspended_rank_not_set",
    "reversal_not_found",
    "reversal_in_progress",
    "event_type_not_found",
    "event_not_found",
    "event_type_exists",
    "event_type_archived",
    "event_state_conflict",
    "event_full",
    "audit_entries_forgotten",
    "batch_id_reused",
    "batch_not_found",
    "webhook_not_found",
    "webhook_limit_reached",
    "webhook_disabled",
    "delivery_not_found",
    "person_not_found",
    "staff_role_not_found",
    "staff_role_in_use",
    "last_administrator",
    "staff_role_limit_reached",
    "session_not_found",
    "authority_exceeded",
    "sign_in_refused",
    "issuer_not_configured",
    "community_choice_required",
    "issuer_unavailable",
    "key_not_found",
    "key_ended",
    "key_limit_reached",
    "key_authority_exceeded",
    "rank_out_of_bounds",
    "take_not_allowed",
})


class Answer(Generic[Data, Meta]):
    """A success: `data` and `meta` of the body, with the status and the headers (names in lower case)."""

    def __init__(self, data: Data, meta: Meta, status: int, headers: Mapping[str, str]) -> None:
        self.data = data
        self.meta = meta
        self.status = status
        self.headers = headers


ErrorCode: TypeAlias = "Literal[\"missing_credentials\", \"unauthorized\", \"api_disabled\", \"key_disabled\", \"key_paused\", \"person_paused\", \"proof_required\", \"acting_not_allowed\", \"acting_account_not_in_group\", \"address_not_allowed\", \"legacy_key_unsupported\", \"insufficient_scope\", \"entitlement_required\", \"api_access_unavailable\", \"feature_unavailable\", \"route_not_found\", \"validation_failed\", \"dependency_unavailable\", \"server_busy\", \"data_rights_unavailable\", \"rate_limit_exceeded\", \"storage_limit_reached\", \"internal_error\", \"member_not_found\", \"rank_not_found\", \"medal_not_found\", \"qualification_not_found\", \"username_changed\", \"rank_not_assignable\", \"rank_limit_reached\", \"rank_ambiguous\", \"rank_stays_managed\", \"role_is_rank\", \"join_request_not_found\", \"join_request_accepted\", \"join_request_refused\", \"join_request_gone\", \"role_bound\", \"member_not_in_group\", \"medal_limit_reached\", \"platform_cloud_not_configured\", \"platform_cloud_reconnect_required\", \"platform_cloud_refresh_pending\", \"platform_cloud_configuration_unavailable\", \"platform_cloud_credentials_invalid\", \"platform_cloud_rate_limited\", \"platform_cloud_timeout\", \"platform_cloud_unavailable\", \"platform_names_unavailable\", \"application_not_found\", \"template_not_found\", \"response_not_found\", \"version_conflict\", \"duplicate_submission\", \"application_closed\", \"application_required\", \"response_already_reviewed\", \"revision_conflict\", \"response_protected\", \"password_incorrect\", \"password_attempts_exceeded\", \"password_locked\", \"applicant_unverified\", \"applicant_blacklisted\", \"applicant_restricted\", \"applicant_ineligible\", \"other_applicant\", \"applicant_code_limit_reached\", \"account_choice_required\", \"data_rights_restricted\", \"eligibility_unavailable\", \"sensitive_information\", \"deadline-cancelled-before-dispatch\", \"outcome-pending-check-status\", \"provider-rejected-408\", \"queue-full\", \"provider-rejected-429\", \"authorization-intervention-required\", \"actor-authorization-revoked\", \"roblox_scheduler_unavailable\", \"scheduler_disabled\", \"scheduler-disabled\", \"scheduler-unavailable\", \"idempotency_key_reused\", \"record_changed\", \"operation_not_found\", \"operation_not_cancellable\", \"operation_not_retriable\", \"operation_superseded\", \"operation_cancelled\", \"member_blacklisted\", \"member_suspended\", \"identity_unknown\", \"identity_conflict\", \"verification_not_found\", \"account_linked\", \"link_code_not_found\", \"link_attempts_exceeded\", \"link_code_limit_reached\", \"medal_exists\", \"qualification_exists\", \"medal_archived\", \"qualification_archived\", \"blacklist_entry_not_found\", \"blacklist_entry_exists\", \"blacklist_entry_ended\", \"warning_not_found\", \"warning_ended\", \"suspension_not_found\", \"suspension_ended\", \"suspended_rank_not_set\", \"reversal_not_found\", \"reversal_in_progress\", \"event_type_not_found\", \"event_not_found\", \"event_type_exists\", \"event_type_archived\", \"event_state_conflict\", \"event_full\", \"audit_entries_forgotten\", \"batch_id_reused\", \"batch_not_found\", \"webhook_not_found\", \"webhook_limit_reached\", \"webhook_disabled\", \"delivery_not_found\", \"person_not_found\", \"staff_role_not_found\", \"staff_role_in_use\", \"last_administrator\", \"staff_role_limit_reached\", \"session_not_found\", \"authority_exceeded\", \"sign_in_refused\", \"issuer_not_configured\", \"community_choice_required\", \"issuer_unavailable\", \"key_not_found\", \"key_ended\", \"key_limit_reached\", \"key_authority_exceeded\", \"rank_out_of_bounds\", \"take_not_allowed\"]"


class ErrorResponse(TypedDict):
    error: ErrorBody


class ErrorBody(TypedDict):
    code: ErrorCode
    message: str
    details: NotRequired[ErrorDetails]


class ErrorDetails(TypedDict):
    issues: NotRequired[list[ValidationIssue]]
    limit: NotRequired[int]
    remaining: NotRequired[int]
    resetMs: NotRequired[int]
    required: NotRequired[list[str]]
    granted: NotRequired[list[str]]
    feature: NotRequired[str]
    field: NotRequired[str]
    kind: NotRequired[str]
    ways: NotRequired[list[str]]
    applicationVersion: NotRequired[int]
    committed: NotRequired[list[CommittedPart]]


CommittedPart: TypeAlias = "Literal[\"experience\", \"quotaPoints\", \"medals\", \"event\", \"suspension\", \"lift\", \"rank\"]"


class ValidationIssue(TypedDict):
    instancePath: str
    keyword: str
    message: str


UserId: TypeAlias = "str"


UserIdText: TypeAlias = "str"


Timestamp: TypeAlias = "str"


AwardName: TypeAlias = "str"


AwardNameInput: TypeAlias = "str"


AuditId: TypeAlias = "str | None"


class Member(TypedDict):
    userId: UserId
    username: str | None
    displayName: str | None
    experience: int
    quotaPoints: int
    rank: NullableRankSummary | None
    roles: list[MemberRole]
    medals: list[MedalHeld]
    qualifications: list[QualificationHeld]
    createdAt: Timestamp
    updatedAt: Timestamp
    syncedAt: str | None


class MemberFields(TypedDict):
    userId: UserId
    username: str | None
    displayName: NotRequired[str | None]
    experience: NotRequired[int]
    quotaPoints: NotRequired[int]
    rank: NotRequired[NullableRankSummary | None]
    roles: NotRequired[list[MemberRole]]
    medals: NotRequired[list[MedalHeld]]
    qualifications: NotRequired[list[QualificationHeld]]
    createdAt: NotRequired[Timestamp]
    updatedAt: NotRequired[Timestamp]
    syncedAt: NotRequired[str | None]


class MemberRole(TypedDict):
    uniqueId: RankUniqueId
    rankId: RankId
    name: str
    managed: bool


MemberField: TypeAlias = "Literal[\"userId\", \"username\", \"displayName\", \"experience\", \"quotaPoints\", \"rank\", \"roles\", \"medals\", \"qualifications\", \"createdAt\", \"updatedAt\", \"syncedAt\"]"


class MemberLookupRequest(TypedDict):
    userIds: NotRequired[list[UserIdInput]]
    usernames: NotRequired[list[UsernameInput]]
    fields: NotRequired[list[MemberField]]


UsernameInput: TypeAlias = "str"


class MemberLookupAnswer(TypedDict):
    data: MemberLookup


class MemberLookup(TypedDict):
    members: list[MemberFields]
    missing: MissingMembers
    remaining: list[UserId]


class MissingMembers(TypedDict):
    userIds: list[UserId]
    usernames: list[str]


KeyId: TypeAlias = "str"


KeyName: TypeAlias = "str"


ScopeName: TypeAlias = "str"


NetworkAddress: TypeAlias = "str"


HighestRankGiven: TypeAlias = "int"


LowestRankTouched: TypeAlias = "int"


HighestRankTouched: TypeAlias = "int"


TakesPerHourLimit: TypeAlias = "int | None"


ActFor: TypeAlias = "bool"


PausedAt: TypeAlias = "str | None"


ApiKeyState: TypeAlias = "Literal[\"enabled\", \"disabled\", \"expired\", \"revoked\"]"


class ApiKey(TypedDict):
    keyId: KeyId
    name: KeyName
    scopes: list[ScopeName]
    state: ApiKeyState
    createdAt: Timestamp
    createdByKeyId: str | None
    createdBy: CredentialAuthor
    lastUsedOn: str | None
    expiresAt: str | None
    allowedAddresses: list[NetworkAddress] | None
    revokedAt: str | None
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    actFor: ActFor
    pausedAt: PausedAt
    domain: NotRequired[str | None]


class NewApiKey(TypedDict):
    keyId: KeyId
    name: KeyName
    scopes: list[ScopeName]
    state: ApiKeyState
    createdAt: Timestamp
    createdByKeyId: str | None
    createdBy: CredentialAuthor
    lastUsedOn: str | None
    expiresAt: str | None
    allowedAddresses: list[NetworkAddress] | None
    revokedAt: str | None
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    actFor: ActFor
    pausedAt: PausedAt
    domain: NotRequired[str | None]
    key: str | None


class CredentialAuthor(TypedDict):
    kind: StaffActorKind
    id: str | None


Dependants: TypeAlias = "list[Dependant]"


class Dependant(TypedDict):
    kind: DependantKind
    id: str
    name: str | None
    ended: bool


DependantsAction: TypeAlias = "Literal[\"keep\", \"end\"]"


DependantKind: TypeAlias = "Literal[\"key\", \"person\"]"


class DependantsMeta(TypedDict):
    dependants: Dependants


class ApiKeyChanged(TypedDict):
    data: ApiKey
    meta: DependantsMeta


class ApiKeyReply(TypedDict):
    data: ApiKey


class NewApiKeyReply(TypedDict):
    data: NewApiKey


class ApiKeyPage(TypedDict):
    data: list[ApiKey]
    meta: PageMeta


KeyScopesInput: TypeAlias = "list[ScopeName]"


KeyNetworksInput: TypeAlias = "list[NetworkInput]"


NetworkInput: TypeAlias = "str"


KeyPreset: TypeAlias = "Literal[\"game_server\", \"recruiting_bot\", \"staff_bot\", \"read_only\"]"


class ApiKeyCreate(TypedDict):
    name: KeyName
    preset: NotRequired[KeyPreset]
    scopes: NotRequired[KeyScopesInput]
    expiresAt: NotRequired[ExpiresAtInput]
    neverExpires: NotRequired[bool]
    allowedAddresses: NotRequired[KeyNetworksInput]
    anyAddress: NotRequired[bool]
    highestRankGiven: NotRequired[HighestRankGiven]
    lowestRankTouched: NotRequired[LowestRankTouched]
    highestRankTouched: NotRequired[HighestRankTouched]
    takesPerHourLimit: NotRequired[TakesPerHourLimit]
    actFor: NotRequired[ActFor]
    domain: NotRequired[Domain]


class ApiKeyUpdate(TypedDict):
    name: NotRequired[KeyName]
    scopes: NotRequired[KeyScopesInput]
    expiresAt: NotRequired[ExpiresAtInput]
    neverExpires: NotRequired[bool]
    allowedAddresses: NotRequired[KeyNetworksInput]
    anyAddress: NotRequired[bool]
    highestRankGiven: NotRequired[HighestRankGiven]
    lowestRankTouched: NotRequired[LowestRankTouched]
    highestRankTouched: NotRequired[HighestRankTouched]
    takesPerHourLimit: NotRequired[TakesPerHourLimit]
    actFor: NotRequired[ActFor]
    enabled: NotRequired[bool]
    paused: NotRequired[bool]


class KeyRotation(TypedDict):
    overlapSeconds: NotRequired[int]
    expiresAt: NotRequired[ExpiresAtInput]
    neverExpires: NotRequired[bool]


CommunityName: TypeAlias = "str"


AwardLimitPerChange: TypeAlias = "int"


class CommunitySettings(TypedDict):
    name: CommunityName
    experienceAwardLimit: AwardLimitPerChange
    quotaAwardLimit: AwardLimitPerChange
    singleRank: SingleRank
    alarmChangesPerMinute: AlarmChangesPerMinute


SingleRank: TypeAlias = "bool"


AlarmChangesPerMinute: TypeAlias = "int | None"


class CommunitySettingsReply(TypedDict):
    data: CommunitySettings


class CommunitySettingsWritten(TypedDict):
    data: CommunitySettings
    meta: ConfigurationMeta


class CommunitySettingsUpdate(TypedDict):
    name: NotRequired[CommunityName]
    experienceAwardLimit: NotRequired[AwardLimitPerChange]
    quotaAwardLimit: NotRequired[AwardLimitPerChange]
    singleRank: NotRequired[SingleRank]
    alarmChangesPerMinute: NotRequired[AlarmChangesPerMinute]


class PlatformConnection(TypedDict):
    state: PlatformConnectionState
    groupId: str | None
    connectedAt: str | None
    pausedAt: str | None
    alarmedAt: str | None


PlatformConnectionState: TypeAlias = "Literal[\"none\", \"connected\", \"paused\", \"reconnect_required\"]"


class PlatformConnectionReply(TypedDict):
    data: PlatformConnection


class PlatformConnectionWritten(TypedDict):
    data: PlatformConnection
    meta: ConfigurationMeta


class PlatformConnectionUpdate(TypedDict):
    paused: bool


class CommunityPlanList(TypedDict):
    data: list[CommunityPlan]


class CommunityPlan(TypedDict):
    kind: PlanKind
    plan: str
    live: bool
    endsAt: str | None
    apiAccess: bool
    automaticGrading: bool
    features: list[str]


PlanKind: TypeAlias = "Literal[\"subscription\", \"trial\"]"


class CurrentKeyAnswer(TypedDict):
    data: CurrentKey


class CurrentKey(TypedDict):
    communityId: str
    keyId: KeyId
    name: KeyName
    scopes: list[ScopeName]
    expiresAt: str | None
    allowedAddresses: list[NetworkAddress] | None
    domain: NotRequired[str | None]
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    actFor: ActFor
    pausedAt: PausedAt
    rateLimit: KeyRateLimit | None
    accessLimit: int | None


class KeyRateLimit(TypedDict):
    limit: int
    remaining: int
    resetMs: int


class LeaderboardAnswer(TypedDict):
    data: list[LeaderboardEntry]


class LeaderboardEntry(TypedDict):
    place: LeaderboardPlaceNumber
    userId: UserId
    username: str | None
    displayName: NotRequired[str | None]
    experience: NotRequired[int]


LeaderboardField: TypeAlias = "Literal[\"place\", \"userId\", \"username\", \"displayName\", \"experience\"]"


LeaderboardPlaceNumber: TypeAlias = "int | None"


class LeaderboardPlaceAnswer(TypedDict):
    data: LeaderboardPlace
    meta: LeaderboardMeta


class LeaderboardPlace(TypedDict):
    place: LeaderboardPlaceNumber
    around: list[LeaderboardEntry]


class LeaderboardMeta(TypedDict):
    countedAt: str | None


class MedalHeld(TypedDict):
    name: AwardName
    count: int
    awardedAt: Timestamp


class QualificationHeld(TypedDict):
    name: AwardName
    awardedAt: Timestamp


RankUniqueId: TypeAlias = "int"


RankId: TypeAlias = "int"


class Rank(TypedDict):
    uniqueId: RankUniqueId
    rankId: RankId
    name: str
    memberCount: int | None
    autoRank: AutoRankThreshold | None
    assignable: bool
    managed: bool
    givenByPeople: bool | None
    powers: RankPowers


RankPowers: TypeAlias = "list[RankPower] | None"


RankPower: TypeAlias = "Literal[\"remove\", \"ban\", \"rank\", \"accept\"]"


class AutoRankThreshold(TypedDict):
    experience: int


class RankReply(TypedDict):
    data: Rank


class RankList(TypedDict):
    data: list[Rank]


NamePart: TypeAlias = "str"


PageExtra: TypeAlias = "Literal[\"1\", \"true\"]"


class Total(TypedDict):
    count: int
    exact: bool


MemberCursor: TypeAlias = "str"


MemberSort: TypeAlias = "Literal[\"userId\", \"experience\", \"updatedAt\"]"


SortOrder: TypeAlias = "Literal[\"asc\", \"desc\"]"


ExperienceBound: TypeAlias = "int"


class MemberPage(TypedDict):
    data: list[MemberFields]
    meta: MemberPageMeta


StaffRole: TypeAlias = "str"


class OwnRole(TypedDict):
    name: StaffRole
    scopes: list[ScopeName]
    takesPerHourLimit: TakesPerHourLimit
    people: int


class OwnRoleInput(TypedDict):
    scopes: list[ScopeName]
    takesPerHourLimit: TakesPerHourLimit


class OwnRoleList(TypedDict):
    data: list[OwnRole]


class OwnRoleReply(TypedDict):
    data: OwnRole


PersonState: TypeAlias = "Literal[\"invited\", \"active\", \"disabled\"]"


PersonSignIn: TypeAlias = "Literal[\"passkey\", \"issuer\"] | None"


PersonName: TypeAlias = "str"


PersonId: TypeAlias = "str"


SessionId: TypeAlias = "str"


class Person(TypedDict):
    personId: PersonId
    name: PersonName
    role: StaffRole
    userId: str | None
    lowestRankUniqueId: int | None
    roleCounts: bool
    state: PersonState
    signIn: PersonSignIn
    createdAt: Timestamp
    createdBy: CredentialAuthor
    invitedBy: CredentialAuthor
    lastSignInAt: str | None
    invitationExpiresAt: str | None
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    pausedAt: PausedAt


class InvitedPerson(TypedDict):
    personId: PersonId
    name: PersonName
    role: StaffRole
    userId: str | None
    lowestRankUniqueId: int | None
    roleCounts: bool
    state: PersonState
    signIn: PersonSignIn
    createdAt: Timestamp
    createdBy: CredentialAuthor
    invitedBy: CredentialAuthor
    lastSignInAt: str | None
    invitationExpiresAt: str | None
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    pausedAt: PausedAt
    invitation: str | None


class PersonChanged(TypedDict):
    data: Person
    meta: DependantsMeta


class PersonReply(TypedDict):
    data: Person


class InvitedPersonReply(TypedDict):
    data: InvitedPerson


class PersonPage(TypedDict):
    data: list[Person]
    meta: PageMeta


class PersonCreate(TypedDict):
    name: PersonName
    role: StaffRole
    highestRankGiven: NotRequired[HighestRankGiven]
    lowestRankTouched: NotRequired[LowestRankTouched]
    highestRankTouched: NotRequired[HighestRankTouched]
    takesPerHourLimit: NotRequired[TakesPerHourLimit]
    userId: NotRequired[UserIdInput]
    lowestRankUniqueId: NotRequired[RankUniqueId]


class PersonUpdate(TypedDict):
    name: NotRequired[PersonName]
    role: NotRequired[StaffRole]
    highestRankGiven: NotRequired[HighestRankGiven]
    lowestRankTouched: NotRequired[LowestRankTouched]
    highestRankTouched: NotRequired[HighestRankTouched]
    takesPerHourLimit: NotRequired[TakesPerHourLimit]
    userId: NotRequired[UserIdInput]
    removeMember: NotRequired[bool]
    lowestRankUniqueId: NotRequired[RankUniqueId]
    removeLowestRank: NotRequired[bool]
    enabled: NotRequired[bool]
    paused: NotRequired[bool]


class Session(TypedDict):
    sessionId: SessionId
    personId: PersonId
    personName: PersonName
    client: str | None
    createdAt: Timestamp
    lastUsedAt: str
    expiresAt: str
    endedAt: str | None


class SessionReply(TypedDict):
    data: Session


class SessionPage(TypedDict):
    data: list[Session]
    meta: PageMeta


class CurrentSession(TypedDict):
    communityId: str
    communityName: str
    sessionId: SessionId
    personId: PersonId
    name: PersonName
    role: StaffRole
    scopes: list[ScopeName]
    expiresAt: str
    highestRankGiven: HighestRankGiven
    lowestRankTouched: LowestRankTouched
    highestRankTouched: HighestRankTouched
    takesPerHourLimit: TakesPerHourLimit
    pausedAt: PausedAt
    provedAt: str


class CurrentSessionReply(TypedDict):
    data: CurrentSession


class SignInChallenge(TypedDict):
    challenge: ChallengeBytes
    relyingPartyId: RelyingPartyId
    issuerName: str | None
    applicantIssuerName: str | None


class SignInChallengeReply(TypedDict):
    data: SignInChallenge


class IssuerSignInBegin(TypedDict):
    invitation: NotRequired[InvitationSecret]
    communityId: NotRequired[str]
    applicant: NotRequired[bool]
    userId: NotRequired[UserIdInput]
    prove: NotRequired[bool]


class IssuerSignIn(TypedDict):
    authorizationUrl: str


class IssuerSignInReply(TypedDict):
    data: IssuerSignIn


class IssuerSignInFinish(TypedDict):
    code: str
    state: str
    iss: NotRequired[str]


ChallengeBytes: TypeAlias = "str"


RelyingPartyId: TypeAlias = "str"


class RegistrationChallenge(TypedDict):
    challenge: ChallengeBytes
    relyingPartyId: RelyingPartyId
    communityName: str
    userHandle: str
    userName: PersonName


class RegistrationChallengeReply(TypedDict):
    data: RegistrationChallenge


class RegistrationBegin(TypedDict):
    invitation: InvitationSecret


InvitationSecret: TypeAlias = "str"


PasskeyBytes: TypeAlias = "str"


class PasskeyRegistration(TypedDict):
    invitation: InvitationSecret
    credentialId: PasskeyBytes
    clientDataJSON: PasskeyBytes
    attestationObject: PasskeyBytes


class SignInAssertion(TypedDict):
    credentialId: PasskeyBytes
    userHandle: PasskeyBytes
    clientDataJSON: PasskeyBytes
    authenticatorData: PasskeyBytes
    signature: PasskeyBytes


class SessionProof(TypedDict):
    passkey: NotRequired[SignInAssertion]
    issuer: NotRequired[IssuerSignInFinish]


class PageMeta(TypedDict):
    nextCursor: NextCursor


class MemberPageMeta(TypedDict):
    nextCursor: NextCursor
    total: NotRequired[Total]


class NamedMeta(TypedDict):
    names: NotRequired[Names]


class NamedPageMeta(TypedDict):
    nextCursor: NextCursor
    names: NotRequired[Names]
    total: NotRequired[Total]


class Names(TypedDict):
    accounts: list[AccountName]
    keys: list[NameOfKey]
    people: list[NameOfPerson]
    ranks: list[RankSummary]
    applications: list[NameOfForm]


class AccountName(TypedDict):
    userId: UserId
    username: StoredUsername
    displayName: str | None


StoredUsername: TypeAlias = "str"


class NameOfKey(TypedDict):
    keyId: KeyId
    name: KeyName


class NameOfPerson(TypedDict):
    personId: PersonId
    name: PersonName


class NameOfForm(TypedDict):
    applicationId: ApplicationId
    name: FormName


class AllResponsesPage(TypedDict):
    data: list[ResponseItem]
    meta: AllResponsesMeta


class AllResponsesMeta(TypedDict):
    nextCursor: NextCursor
    names: NotRequired[Names]
    total: NotRequired[Total]
    forms: NotRequired[list[FormTotal]]


class FormTotal(TypedDict):
    applicationId: ApplicationId
    name: FormName
    total: Total


ResponseOrder: TypeAlias = "Literal[\"newest\", \"oldest\"]"


class AutoRankOutcome(TypedDict):
    outcome: AutoRankResult
    reason: NotRequired[str]
    operationId: NotRequired[str]


AutoRankResult: TypeAlias = "Literal[\"unchanged\", \"changed\", \"queued\", \"skipped\"]"


class MemberFetched(TypedDict):
    data: Member
    meta: MemberFetchedMeta


ProfileRefresh: TypeAlias = "Literal[\"1\", \"true\"]"


class MemberFetchedMeta(TypedDict):
    sync: ProfileSync
    autoRank: AutoRankOutcome


class ProfileSync(TypedDict):
    outcome: ProfileSyncResult
    code: str | None


ProfileSyncResult: TypeAlias = "Literal[\"fresh\", \"synced\", \"skipped\", \"failed\"]"


class PointsChange(TypedDict):
    op: PointsOperation
    amount: int
    reason: NotRequired[str]


PointsOperation: TypeAlias = "Literal[\"increment\", \"decrement\", \"set\"]"


class ExperienceChanged(TypedDict):
    data: Member
    meta: ExperienceChangedMeta


class ExperienceChangedMeta(TypedDict):
    appliedAmount: AppliedAmount
    clamped: Clamped
    change: StoredChange
    auditId: AuditId
    autoRank: AutoRankOutcome


class QuotaPointsChanged(TypedDict):
    data: Member
    meta: QuotaPointsChangedMeta


class QuotaPointsChangedMeta(TypedDict):
    appliedAmount: AppliedAmount
    clamped: Clamped
    change: StoredChange
    auditId: AuditId


AppliedAmount: TypeAlias = "int"


Clamped: TypeAlias = "bool"


StoredChange: TypeAlias = "int"


class RankTarget(TypedDict):
    rankUniqueId: NotRequired[RankUniqueId]
    rankId: NotRequired[RankId]


class RankChanged(TypedDict):
    data: Member
    meta: RankChangedMeta


class RankChangedMeta(TypedDict):
    changed: bool
    auditId: AuditId
    roles: NotRequired[RolesWritten]


class RolesWritten(TypedDict):
    assigned: list[RankSummary]
    unassigned: list[RankSummary]


class AwardByName(TypedDict):
    name: AwardName


class AwardChanged(TypedDict):
    data: Member
    meta: AwardChangedMeta


class AwardChangedMeta(TypedDict):
    change: int
    auditId: AuditId


ApplicationId: TypeAlias = "str"


TemplateId: TypeAlias = "str"


ResponseId: TypeAlias = "str"


FormName: TypeAlias = "str"


FormVersion: TypeAlias = "int"


FormPassword: TypeAlias = "str"


ApplicantPassword: TypeAlias = "str"


NextCursor: TypeAlias = "str | None"


StableId: TypeAlias = "str"


FormState: TypeAlias = "Literal[\"open\", \"closed\"]"


class OptionInput(TypedDict):
    id: NotRequired[StableId]
    label: str


QuestionInput: TypeAlias = "TextQuestionInput | ChoiceQuestionInput"


TextQuestionInput = TypedDict("TextQuestionInput", {
    "id": "NotRequired[StableId]",
    "type": "Literal[\"short\", \"long\"]",
    "title": "str",
    "description": "NotRequired[str]",
    "required": "NotRequired[bool]",
})


ChoiceQuestionInput = TypedDict("ChoiceQuestionInput", {
    "id": "NotRequired[StableId]",
    "type": "Literal[\"single\", \"multiple\"]",
    "title": "str",
    "description": "NotRequired[str]",
    "required": "NotRequired[bool]",
    "options": "list[OptionInput]",
    "answerKey": "NotRequired[list[StableId]]",
})


class Grading(TypedDict):
    passPercentage: int | None


class GradingInput(TypedDict):
    passPercentage: NotRequired[int | None]


class GroupRequirementInput(TypedDict):
    groupId: GroupIdInput
    minimumRank: NotRequired[MinimumGroupRank]


class GroupRequirement(TypedDict):
    groupId: GroupId
    minimumRank: NotRequired[MinimumGroupRank]


MinimumGroupRank: TypeAlias = "int"


MinimumAccountAgeDays: TypeAlias = "int"


class EligibilityInput(TypedDict):
    minimumAccountAgeDays: NotRequired[MinimumAccountAgeDays]
    groups: NotRequired[list[GroupRequirementInput]]


class Eligibility(TypedDict):
    minimumAccountAgeDays: NotRequired[MinimumAccountAgeDays]
    groups: NotRequired[list[GroupRequirement]]


class DefinitionInput(TypedDict):
    name: FormName
    description: NotRequired[str]
    state: NotRequired[FormState]
    questions: list[QuestionInput]
    grading: NotRequired[GradingInput]
    eligibility: NotRequired[EligibilityInput]
    joinRequests: NotRequired[JoinRequestUse]
    passAwards: NotRequired[PassAwardsInput]


class PassAwardsInput(TypedDict):
    medals: NotRequired[list[AwardName]]
    qualifications: NotRequired[list[AwardName]]
    rankUniqueId: NotRequired[RankUniqueId]
    roleUniqueIds: NotRequired[list[RankUniqueId]]


class PassAwards(TypedDict):
    medals: NotRequired[list[AwardName]]
    qualifications: NotRequired[list[AwardName]]
    rankUniqueId: NotRequired[RankUniqueId]
    roleUniqueIds: NotRequired[list[RankUniqueId]]


JoinRequestUse: TypeAlias = "Literal[\"ignore\", \"accept\", \"decide\"]"


class Option(TypedDict):
    id: StableId
    label: str


Question: TypeAlias = "TextQuestion | ChoiceQuestion"


KeyedQuestion: TypeAlias = "TextQuestion | KeyedChoiceQuestion"


TextQuestion = TypedDict("TextQuestion", {
    "id": "StableId",
    "type": "Literal[\"short\", \"long\"]",
    "title": "str",
    "description": "str",
    "required": "bool",
})


ChoiceQuestion = TypedDict("ChoiceQuestion", {
    "id": "StableId",
    "type": "Literal[\"single\", \"multiple\"]",
    "title": "str",
    "description": "str",
    "required": "bool",
    "options": "list[Option]",
})


KeyedChoiceQuestion = TypedDict("KeyedChoiceQuestion", {
    "id": "StableId",
    "type": "Literal[\"single\", \"multiple\"]",
    "title": "str",
    "description": "str",
    "required": "bool",
    "options": "list[Option]",
    "answerKey": "NotRequired[list[StableId]]",
})


class Definition(TypedDict):
    name: FormName
    description: str
    state: FormState
    questions: list[KeyedQuestion]
    grading: Grading
    eligibility: NotRequired[Eligibility]
    joinRequests: NotRequired[JoinRequestUse]
    passAwards: NotRequired[PassAwards]


class Application(TypedDict):
    applicationId: ApplicationId
    name: FormName
    description: str
    state: FormState
    version: FormVersion
    passwordRequired: bool
    required: bool
    automaticGrading: bool
    questionCount: int
    createdAt: Timestamp
    updatedAt: Timestamp


class JoinRequirements(TypedDict):
    applicationIds: list[ApplicationId]


class JoinRequirementsReply(TypedDict):
    data: JoinRequirements


class ApplicationReply(TypedDict):
    data: Application


class ApplicationPageData(TypedDict):
    items: list[Application]
    nextCursor: NextCursor


class ApplicationPage(TypedDict):
    data: ApplicationPageData


class ApplicationConfiguration(TypedDict):
    applicationId: ApplicationId
    name: FormName
    description: str
    state: FormState
    version: FormVersion
    passwordRequired: bool
    required: bool
    automaticGrading: bool
    questionCount: int
    createdAt: Timestamp
    updatedAt: Timestamp
    definition: Definition


class ConfigurationReply(TypedDict):
    data: ApplicationConfiguration


class ApplicationCreate(TypedDict):
    definition: DefinitionInput
    password: NotRequired[FormPassword]


class ApplicationUpdate(TypedDict):
    version: FormVersion
    definition: DefinitionInput
    password: NotRequired[str | None]
    removePassword: NotRequired[bool]


class ApplicationDelete(TypedDict):
    version: NotRequired[FormVersion]


class ApplicationDuplicate(TypedDict):
    name: NotRequired[FormName]


class Template(TypedDict):
    templateId: TemplateId
    name: FormName
    definition: Definition
    createdAt: Timestamp


class TemplateReply(TypedDict):
    data: Template


class TemplatePageData(TypedDict):
    items: list[Template]
    nextCursor: NextCursor


class TemplatePage(TypedDict):
    data: TemplatePageData


class TemplateCreate(TypedDict):
    name: FormName
    definition: DefinitionInput


UserIdInput: TypeAlias = "str | int"


class RankOperationRequest(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    rankUniqueId: NotRequired[RankUniqueId]
    rankId: NotRequired[RankId]
    move: NotRequired[RankMove]
    deadlineSeconds: NotRequired[int]
    supersede: NotRequired[bool]


class JoinOperationRequest(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    action: JoinAction
    deadlineSeconds: NotRequired[int]
    supersede: NotRequired[bool]


JoinAction: TypeAlias = "Literal[\"accept\", \"decline\"]"


class JoinDecided(TypedDict):
    data: JoinDecision
    meta: JoinDecidedMeta


class JoinDecision(TypedDict):
    userId: UserId
    decision: JoinOutcome


JoinOutcome: TypeAlias = "Literal[\"accepted\", \"declined\"]"


class JoinDecidedMeta(TypedDict):
    changed: bool
    auditId: AuditId


class RoleOperationRequest(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    roleUniqueId: RankUniqueId
    action: RoleAction
    deadlineSeconds: NotRequired[int]
    supersede: NotRequired[bool]


RoleAction: TypeAlias = "Literal[\"assign\", \"unassign\"]"


UserIdKind: TypeAlias = "Literal[\"userId\", \"username\"]"


RankMove: TypeAlias = "Literal[\"promote\", \"demote\"]"


UserIdOrName: TypeAlias = "str | int"


PlatformOperationStatus: TypeAlias = "Literal[\"queued\", \"dispatching\", \"outcome_pending\", \"succeeded\", \"failed\", \"cancelled\"]"


class PlatformOperationAnswer(TypedDict):
    data: PlatformOperation


class PlatformOperation(TypedDict):
    id: str
    kind: PlatformOperationKind
    status: PlatformOperationStatus
    userId: str | None
    target: RankReference | None
    waitingFor: NotRequired[WaitingFor]
    attempts: list[PlatformOperationAttempt]
    createdAt: Timestamp
    deadlineAt: Timestamp
    dispatchedAt: str | None
    completedAt: str | None
    result: PlatformOperationResult | None
    error: PlatformOperationError | None


class PlatformOperationPage(TypedDict):
    data: list[PlatformOperationSummary]
    meta: NamedPageMeta


class PlatformOperationSummary(TypedDict):
    id: str
    kind: PlatformOperationKind
    status: PlatformOperationStatus
    userId: str | None
    username: str | None
    target: RankReference | None
    waitingFor: WaitingFor
    actor: AuditActor
    onBehalfOf: OnBehalfOf
    createdAt: Timestamp
    deadlineAt: Timestamp
    dispatchedAt: str | None
    completedAt: str | None
    auditId: AuditId
    error: PlatformOperationError | None


WaitingFor: TypeAlias = "str | None"


PlatformOperationKind: TypeAlias = "Literal[\"rank.set\", \"rank.promote\", \"rank.demote\", \"rank.auto\", \"rank.suspend\", \"rank.restore\", \"role.assign\", \"role.unassign\", \"join.accept\", \"join.decline\"]"


class RankReference(TypedDict):
    uniqueId: RankUniqueId
    rankId: int | None
    name: str | None


class PlatformOperationResult(TypedDict):
    changed: bool
    auditId: AuditId
    roles: NotRequired[RolesWritten]


class PlatformOperationError(TypedDict):
    code: ErrorCode
    message: str


PlatformOperationAttempt = TypedDict("PlatformOperationAttempt", {
    "at": "Timestamp",
    "from": "str | None",
    "to": "PlatformOperationStatus",
    "code": "str | None",
})


class ApplicantAccess(TypedDict):
    userId: UserIdInput
    password: NotRequired[ApplicantPassword]


Domain: TypeAlias = "str"


DomainId: TypeAlias = "str"


DomainIdInput: TypeAlias = "str | int"


KnownGroupUserId: TypeAlias = "str | None"


PlayerName: TypeAlias = "str"


PlayerDisplayName: TypeAlias = "str"


class IdentityReport(TypedDict):
    username: PlayerName
    displayName: NotRequired[PlayerDisplayName]
    groupUserId: NotRequired[GroupUserIdInput]


GroupUserIdInput: TypeAlias = "str | int"


class IdentitiesReport(TypedDict):
    domain: Domain
    identities: list[IdentityEntry]


class IdentityEntry(TypedDict):
    id: DomainIdInput
    username: PlayerName
    displayName: NotRequired[PlayerDisplayName]
    groupUserId: NotRequired[GroupUserIdInput]


class Identity(TypedDict):
    domain: Domain
    id: DomainId
    groupUserId: KnownGroupUserId
    state: IdentityState
    username: str | None
    displayName: str | None
    source: IdentitySource
    reportedAt: Timestamp
    resolvedAt: str | None


IdentityState: TypeAlias = "Literal[\"resolved\", \"pending\", \"conflict\"]"


IdentitySource: TypeAlias = "Literal[\"report\", \"name\", \"oauth\", \"operator\", \"vendor\"]"


IdentityOutcome: TypeAlias = "Literal[\"resolved\", \"unchanged\", \"pending\"]"


IdentityEntryOutcome: TypeAlias = "Literal[\"resolved\", \"unchanged\", \"pending\", \"failed\"]"


class IdentityReply(TypedDict):
    data: Identity


class IdentityList(TypedDict):
    data: list[Identity]


class IdentityReported(TypedDict):
    data: Identity
    meta: IdentityReportMeta


class IdentityReportMeta(TypedDict):
    outcome: IdentityOutcome
    auditId: str | None


class IdentityResults(TypedDict):
    data: list[IdentityResult]


class IdentityResult(TypedDict):
    id: DomainId
    outcome: IdentityEntryOutcome
    state: IdentityState
    groupUserId: KnownGroupUserId
    auditId: str | None
    error: NotRequired[BatchEntryError]


ChatUserId: TypeAlias = "str"


VerificationTransfer: TypeAlias = "bool"


class Verification(TypedDict):
    userId: UserId
    chatUserId: str | None
    source: VerificationSource
    method: VerificationMethod
    linkedAt: Timestamp


VerificationSource: TypeAlias = "Literal[\"community\", \"server\"]"


VerificationMethod: TypeAlias = "Literal[\"key\", \"game-code\", \"chat-code\", \"operator\"]"


class VerificationReply(TypedDict):
    data: Verification


VerificationOutcome: TypeAlias = "Literal[\"linked\", \"transferred\", \"unchanged\"]"


class VerificationChanged(TypedDict):
    data: Verification
    meta: VerificationChangeMeta


class VerificationChangeMeta(TypedDict):
    outcome: VerificationOutcome
    auditId: str | None


class VerificationSet(TypedDict):
    chatUserId: ChatUserId
    transfer: NotRequired[VerificationTransfer]


class VerificationsSet(TypedDict):
    verifications: list[VerificationEntry]


class VerificationEntry(TypedDict):
    userId: UserIdInput
    chatUserId: ChatUserId
    transfer: NotRequired[VerificationTransfer]


class VerificationResults(TypedDict):
    data: list[VerificationResult]


class VerificationResult(TypedDict):
    userId: UserId
    outcome: VerificationEntryOutcome
    auditId: str | None
    error: NotRequired[BatchEntryError]


VerificationEntryOutcome: TypeAlias = "Literal[\"linked\", \"transferred\", \"unchanged\", \"failed\"]"


class LinkCodeCreate(TypedDict):
    userId: NotRequired[UserIdInput]
    chatUserId: NotRequired[ChatUserId]
    expiresInSeconds: NotRequired[int]


class LinkCode(TypedDict):
    code: str
    userId: str | None
    chatUserId: str | None
    expiresAt: Timestamp


class LinkCodeReply(TypedDict):
    data: LinkCode


LinkCodeInput: TypeAlias = "str"


class LinkCodeRedeem(TypedDict):
    code: LinkCodeInput
    userId: NotRequired[UserIdInput]
    chatUserId: NotRequired[ChatUserId]
    transfer: NotRequired[VerificationTransfer]


class ApplicantCodeCreate(TypedDict):
    userId: UserIdInput


class ApplicantCode(TypedDict):
    code: str
    userId: UserIdText
    expiresAt: Timestamp
    pageUrl: str
    link: str


class ApplicantCodeReply(TypedDict):
    data: ApplicantCode


class ApplicantSignIn(TypedDict):
    communityId: str
    code: str


class ApplicantSession(TypedDict):
    communityId: str
    communityName: str
    sessionId: str
    userId: UserIdText
    username: str | None
    displayName: str | None
    expiresAt: str


class ApplicantSessionReply(TypedDict):
    data: ApplicantSession


class ApplicantFormResponse(TypedDict):
    status: ResponseStatus
    applicationVersion: FormVersion
    submittedAt: Timestamp
    reviewedAt: ReviewedAt


class ApplicantForm(TypedDict):
    applicationId: ApplicationId
    name: FormName
    description: str
    state: FormState
    version: FormVersion
    passwordRequired: bool
    questionCount: int
    mayApply: bool
    response: ApplicantFormResponse | None


class ApplicantFormPage(TypedDict):
    data: list[ApplicantForm]
    meta: PageMeta


class OpenedForm(TypedDict):
    applicationId: ApplicationId
    version: FormVersion
    name: FormName
    description: str
    questions: list[Question]
    submittedVersion: int | None


class OpenedReply(TypedDict):
    data: OpenedForm


Answers: TypeAlias = "dict[str, str | list[StableId]]"


class ResponseSubmit(TypedDict):
    userId: UserIdInput
    version: FormVersion
    password: NotRequired[ApplicantPassword]
    answers: Answers


ResponseStatus: TypeAlias = "Literal[\"Pending\", \"Passed\", \"Failed\"]"


Revision: TypeAlias = "int"


Score: TypeAlias = "float | None"


ReviewedAt: TypeAlias = "str | None"


Feedback: TypeAlias = "str | None"


PrivateNote: TypeAlias = "str | None"


ApplicantUsername: TypeAlias = "str | None"


ApplicantDisplayName: TypeAlias = "str | None"


class ApplicantResult(TypedDict):
    responseId: ResponseId
    username: ApplicantUsername
    displayName: ApplicantDisplayName
    status: ResponseStatus
    applicationVersion: FormVersion
    submittedAt: Timestamp
    reviewedAt: ReviewedAt
    applicantFeedback: Feedback


class NullableApplicantResult(TypedDict):
    responseId: ResponseId
    username: ApplicantUsername
    displayName: ApplicantDisplayName
    status: ResponseStatus
    applicationVersion: FormVersion
    submittedAt: Timestamp
    reviewedAt: ReviewedAt
    applicantFeedback: Feedback


class ResultData(TypedDict):
    response: ApplicantResult


class ResultReply(TypedDict):
    data: ResultData


class StatusData(TypedDict):
    response: NullableApplicantResult | None
    passed: NullableApplicantResult | None


class StatusReply(TypedDict):
    data: StatusData


class ResponseItem(TypedDict):
    responseId: ResponseId
    applicationId: ApplicationId
    applicationVersion: FormVersion
    userId: UserId
    username: ApplicantUsername
    displayName: ApplicantDisplayName
    status: ResponseStatus
    revision: Revision
    score: Score
    submittedAt: Timestamp
    reviewedAt: ReviewedAt


NotificationKind: TypeAlias = "str"


class NotifiedResponse(TypedDict):
    responseId: ResponseId
    applicationId: ApplicationId
    status: ResponseStatus
    applicantFeedback: Feedback


class NotifiedLimit(TypedDict):
    keyId: NotRequired[KeyId]
    personId: NotRequired[PersonId]
    limit: int


class NotifiedDependants(TypedDict):
    keyId: NotRequired[KeyId]
    personId: NotRequired[PersonId]
    dependants: list[NotifiedDependant]


class NotifiedDependant(TypedDict):
    kind: DependantKind
    id: str


class Notification(TypedDict):
    notificationId: str
    kind: NotificationKind
    userId: str | None
    response: NotRequired[NotifiedResponse]
    limited: NotRequired[NotifiedLimit]
    remaining: NotRequired[NotifiedDependants]
    createdAt: Timestamp


class NotificationPage(TypedDict):
    data: list[Notification]
    meta: NamedPageMeta


class ResponsePageData(TypedDict):
    items: list[ResponseItem]
    nextCursor: NextCursor


class ResponsePage(TypedDict):
    data: ResponsePageData


class ResponseDetail(TypedDict):
    responseId: ResponseId
    applicationId: ApplicationId
    applicationVersion: FormVersion
    userId: UserId
    username: ApplicantUsername
    displayName: ApplicantDisplayName
    status: ResponseStatus
    revision: Revision
    score: Score
    submittedAt: Timestamp
    reviewedAt: ReviewedAt
    questions: list[Question]
    answers: Answers
    privateNote: PrivateNote
    applicantFeedback: Feedback
    decidedBy: NullableModerationActor | None


class NullableModerationActor(TypedDict):
    kind: StaffActorKind
    id: str


StaffActorKind: TypeAlias = "Literal[\"key\", \"operator\", \"person\"]"


class ResponseReply(TypedDict):
    data: ResponseDetail
    meta: NotRequired[NamedMeta]


class ResponseReview(TypedDict):
    revision: Revision
    status: ReviewDecision
    privateNote: NotRequired[str]
    applicantFeedback: NotRequired[str]


ReviewDecision: TypeAlias = "Literal[\"Passed\", \"Failed\"]"


class Award(TypedDict):
    name: AwardName
    description: AwardDescription
    archived: bool
    roleUniqueId: int | None
    createdAt: Timestamp
    updatedAt: Timestamp


AwardDescription: TypeAlias = "str"


class AwardReply(TypedDict):
    data: Award


class AwardWritten(TypedDict):
    data: Award
    meta: ConfigurationMeta


class ConfigurationMeta(TypedDict):
    auditId: AuditId


class AwardPage(TypedDict):
    data: list[Award]
    meta: PageMeta


ArchivedFilter: TypeAlias = "Literal[\"false\", \"true\", \"all\"]"


class AwardCreate(TypedDict):
    name: AwardNameInput
    description: NotRequired[AwardDescription]
    roleUniqueId: NotRequired[BoundRole]


BoundRole: TypeAlias = "int"


class AwardUpdate(TypedDict):
    name: NotRequired[AwardNameInput]
    description: NotRequired[AwardDescription]
    archived: NotRequired[bool]
    roleUniqueId: NotRequired[BoundRole]
    removeRole: NotRequired[bool]


class RankSummary(TypedDict):
    uniqueId: RankUniqueId
    rankId: RankId
    name: str


class NullableRankSummary(TypedDict):
    uniqueId: RankUniqueId
    rankId: RankId
    name: str


class RanksSynced(TypedDict):
    data: list[Rank]
    meta: RanksSyncedMeta


class RanksSyncedMeta(TypedDict):
    added: int
    changed: int
    removed: int
    auditId: AuditId


ExperienceThreshold: TypeAlias = "int"


class RankUpdate(TypedDict):
    autoRank: NotRequired[AutoRankThresholdInput | None]
    managed: NotRequired[bool]
    assignable: NotRequired[bool]
    removeAutoRank: NotRequired[bool]


class AutoRankThresholdInput(TypedDict):
    experience: ExperienceThreshold


class RankWritten(TypedDict):
    data: Rank
    meta: RankWrittenMeta


class RankWrittenMeta(TypedDict):
    auditId: AuditId
    unreachable: list[RankSummary]


class AutoRankSettings(TypedDict):
    enabled: bool
    demotes: bool


class AutoRankSettingsReply(TypedDict):
    data: AutoRankSettings


class AutoRankSettingsWritten(TypedDict):
    data: AutoRankSettings
    meta: ConfigurationMeta


class AutoRankSettingsUpdate(TypedDict):
    enabled: NotRequired[bool]
    demotes: NotRequired[bool]


class AutoRankExplained(TypedDict):
    data: AutoRankExplanation


class AutoRankExplanation(TypedDict):
    userId: UserId
    experience: int
    rank: NullableRankSummary | None
    outcome: AutoRankDecision
    reason: AutoRankReason
    target: NullableRankSummary | None
    next: NextRank | None
    ladder: list[LadderStep]


AutoRankDecision: TypeAlias = "Literal[\"move\", \"unchanged\", \"skipped\"]"


AutoRankReason: TypeAlias = "Literal[\"threshold_met\", \"already_there\", \"below_ladder\", \"not_connected\", \"disabled\", \"no_ladder\", \"not_in_group\", \"outside_ladder\", \"demotion_not_allowed\", \"suspended\", \"blacklisted\", \"rank_ambiguous\", \"rank_out_of_bounds\", \"platform_cloud_reconnect_required\", \"writes_paused\"]"


class NextRank(TypedDict):
    rank: RankSummary
    experience: ExperienceThreshold
    experienceMissing: int


class LadderStep(TypedDict):
    rank: RankSummary
    experience: ExperienceThreshold
    met: bool


class AutoRankPreviewRequest(TypedDict):
    thresholds: list[PreviewedThreshold]
    enabled: NotRequired[bool]
    demotes: NotRequired[bool]


class PreviewedThreshold(TypedDict):
    uniqueId: RankUniqueId
    experience: NotRequired[int | None]


class AutoRankPreviewed(TypedDict):
    data: AutoRankPreview


class AutoRankPreview(TypedDict):
    members: int
    promoted: int
    demoted: int
    unchanged: int
    skipped: list[AutoRankSkips]
    moves: list[AutoRankMoves]
    newRanks: list[RankSummary]
    unreachable: list[RankSummary]
    uncertain: int


class AutoRankSkips(TypedDict):
    reason: AutoRankReason
    members: int


AutoRankMoves = TypedDict("AutoRankMoves", {
    "from": "RankSummary",
    "to": "RankSummary",
    "members": "int",
    "alreadyDue": "int",
})


BlacklistEntryId: TypeAlias = "str"


WarningId: TypeAlias = "str"


GroupId: TypeAlias = "str"


GroupIdInput: TypeAlias = "str | int"


ModerationReasonInput: TypeAlias = "str"


ModerationReason: TypeAlias = "str | None"


EvidenceUrlInput: TypeAlias = "str"


ExpiresAtInput: TypeAlias = "str"


DurationSecondsInput: TypeAlias = "int"


ModerationExpiresAt: TypeAlias = "str | None"


EndedEarlyAt: TypeAlias = "str | None"


class BlacklistEntry(TypedDict):
    blacklistEntryId: BlacklistEntryId
    kind: BlacklistEntryKind
    userId: str | None
    groupId: str | None
    reason: ModerationReason
    evidenceUrl: str | None
    createdBy: NullableModerationActor | None
    createdAt: Timestamp
    expiresAt: ModerationExpiresAt
    state: BlacklistEntryState
    liftedAt: EndedEarlyAt
    liftedBy: NullableModerationActor | None
    liftReason: ModerationReason


BlacklistEntryKind: TypeAlias = "Literal[\"account\", \"group\"]"


BlacklistEntryState: TypeAlias = "Literal[\"live\", \"expired\", \"lifted\"]"


class BlacklistEntryReply(TypedDict):
    data: BlacklistEntry


class BlacklistEntryChanged(TypedDict):
    data: BlacklistEntry
    meta: BlacklistEntryChangedMeta


class BlacklistEntryChangedMeta(TypedDict):
    auditId: AuditId


class BlacklistEntryPage(TypedDict):
    data: list[BlacklistEntry]
    meta: NamedPageMeta


class BlacklistEntryCreate(TypedDict):
    userId: NotRequired[UserIdOrName]
    by: NotRequired[UserIdKind]
    groupId: NotRequired[GroupIdInput]
    reason: ModerationReasonInput
    evidenceUrl: NotRequired[EvidenceUrlInput]
    expiresAt: NotRequired[ExpiresAtInput]
    durationSeconds: NotRequired[DurationSecondsInput]


class BlacklistEntryUpdate(TypedDict):
    reason: NotRequired[ModerationReasonInput]
    evidenceUrl: NotRequired[str | None]
    removeEvidenceUrl: NotRequired[bool]
    expiresAt: NotRequired[str | None]
    durationSeconds: NotRequired[DurationSecondsInput]
    removeExpiresAt: NotRequired[bool]


class BlacklistEntryLift(TypedDict):
    reason: NotRequired[ModerationReasonInput]


class Warning(TypedDict):
    warningId: WarningId
    userId: UserId
    reason: ModerationReason
    points: WarningPoints
    state: WarningState
    issuedBy: ModerationActor
    createdAt: Timestamp
    expiresAt: ModerationExpiresAt
    revokedAt: EndedEarlyAt
    revokedBy: NullableModerationActor | None
    revokeReason: ModerationReason


class JoinRequest(TypedDict):
    userId: UserId
    requestedAt: JoinRequestTime


JoinRequestTime: TypeAlias = "str | None"


class JoinRequestPage(TypedDict):
    data: list[JoinRequest]
    meta: PageMeta


WarningState: TypeAlias = "Literal[\"live\", \"expired\", \"revoked\"]"


class ModerationActor(TypedDict):
    kind: StaffActorKind
    id: str


ModerationStateFilter: TypeAlias = "Literal[\"live\", \"ended\", \"all\"]"


WarningPoints: TypeAlias = "int"


ActivePoints: TypeAlias = "int"


class WarningReply(TypedDict):
    data: Warning


class WarningChanged(TypedDict):
    data: Warning
    meta: WarningChangedMeta


class WarningChangedMeta(TypedDict):
    activePoints: ActivePoints
    auditId: AuditId


class WarningPage(TypedDict):
    data: list[Warning]
    meta: WarningPageMeta


class WarningPageMeta(TypedDict):
    nextCursor: NextCursor
    activePoints: NotRequired[ActivePoints]
    names: NotRequired[Names]
    total: NotRequired[Total]


class WarningCreate(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    reason: ModerationReasonInput
    points: NotRequired[int]
    expiresAt: NotRequired[ExpiresAtInput]
    durationSeconds: NotRequired[DurationSecondsInput]


class WarningRevoke(TypedDict):
    reason: ModerationReasonInput


SuspensionState: TypeAlias = "Literal[\"suspending\", \"active\", \"restoring\", \"ended\"]"


SuspensionStateFilter: TypeAlias = "Literal[\"live\", \"suspending\", \"active\", \"restoring\", \"ended\"]"


SuspensionReason: TypeAlias = "str"


SuspensionDuration: TypeAlias = "int"


SuspensionEnd: TypeAlias = "str"


class SuspensionActor(TypedDict):
    kind: ActorKind
    id: str


ActorKind: TypeAlias = "Literal[\"key\", \"operator\", \"job\", \"person\", \"applicant\", \"platform\"]"


class Suspension(TypedDict):
    suspensionId: SuspensionId
    userId: UserId
    reason: str | None
    state: SuspensionState
    suspendedRank: RankReference | None
    formerRank: RankReference | None
    formerRoles: list[RankUniqueId]
    operationId: str | None
    createdBy: SuspensionActor
    createdAt: Timestamp
    endsAt: Timestamp
    liftedAt: str | None
    liftedBy: NullableSuspensionActor | None
    endedAt: str | None
    outcome: SuspensionOutcome
    errorCode: str | None


class NullableSuspensionActor(TypedDict):
    kind: ActorKind
    id: str


SuspensionOutcome: TypeAlias = "Literal[\"restored\", \"superseded\", \"failed\", \"unrestored\", \"kept\"] | None"


class SuspensionAnswer(TypedDict):
    data: Suspension


class SuspensionPage(TypedDict):
    data: list[Suspension]
    meta: NamedPageMeta


SuspensionId: TypeAlias = "str"


class SuspensionCreate(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    endsAt: NotRequired[SuspensionEnd]
    durationSeconds: NotRequired[SuspensionDuration]
    reason: NotRequired[SuspensionReason]
    rankUniqueId: NotRequired[RankUniqueId]


class SuspensionUpdate(TypedDict):
    endsAt: NotRequired[SuspensionEnd]
    durationSeconds: NotRequired[SuspensionDuration]
    reason: NotRequired[SuspensionReason]
    removeReason: NotRequired[bool]


class SuspensionLift(TypedDict):
    reason: NotRequired[SuspensionReason]


class SuspensionSettings(TypedDict):
    rank: RankReference | None


class SuspensionSettingsAnswer(TypedDict):
    data: SuspensionSettings


class SuspensionSettingsUpdate(TypedDict):
    rankUniqueId: NotRequired[RankUniqueId]
    removeRank: NotRequired[bool]


EventTypeId: TypeAlias = "str"


EventId: TypeAlias = "str"


EventState: TypeAlias = "Literal[\"scheduled\", \"active\", \"finished\", \"cancelled\"]"


EventRole: TypeAlias = "Literal[\"host\", \"co-host\", \"staff\", \"participant\"]"


EventAttendance: TypeAlias = "Literal[\"registered\", \"present\", \"absent\", \"excused\"]"


EventName: TypeAlias = "str"


EventDescription: TypeAlias = "str"


EventTime: TypeAlias = "str"


class EventRankAwardInput(TypedDict):
    move: NotRequired[RankMove]
    rankUniqueId: NotRequired[RankUniqueId]


class EventAwardRuleInput(TypedDict):
    role: NotRequired[EventRole]
    experience: NotRequired[int]
    quotaPoints: NotRequired[int]
    medals: NotRequired[list[AwardName]]
    rank: NotRequired[EventRankAwardInput]


EventAwardRulesInput: TypeAlias = "list[EventAwardRuleInput]"


class EventRankAward(TypedDict):
    move: NotRequired[RankMove]
    rankUniqueId: NotRequired[RankUniqueId]


class EventAwardRule(TypedDict):
    role: NotRequired[EventRole]
    experience: NotRequired[int]
    quotaPoints: NotRequired[int]
    medals: NotRequired[list[AwardName]]
    rank: NotRequired[EventRankAward]


EventAwardRules: TypeAlias = "list[EventAwardRule]"


class EventType(TypedDict):
    eventTypeId: EventTypeId
    name: EventName
    description: EventDescription
    awards: EventAwardRules
    archived: bool
    createdAt: Timestamp
    updatedAt: Timestamp


class EventTypeCreate(TypedDict):
    name: EventName
    description: NotRequired[EventDescription]
    awards: NotRequired[EventAwardRulesInput]


class EventTypeUpdate(TypedDict):
    name: NotRequired[EventName]
    description: NotRequired[EventDescription]
    awards: NotRequired[EventAwardRulesInput]
    archived: NotRequired[bool]


class EventTypeReply(TypedDict):
    data: EventType


class EventPageMeta(TypedDict):
    nextCursor: NextCursor


class EventTypePage(TypedDict):
    data: list[EventType]
    meta: EventPageMeta


class EventCounts(TypedDict):
    registered: int
    present: int
    absent: int
    excused: int


class Event(TypedDict):
    eventId: EventId
    eventTypeId: EventTypeId
    name: EventName
    description: EventDescription
    state: EventState
    startsAt: Timestamp
    endsAt: str | None
    hostUserId: str | None
    awards: EventAwardRules
    attendees: EventCounts
    startedAt: str | None
    finishedAt: str | None
    cancelledAt: str | None
    cancelReason: str | None
    createdAt: Timestamp
    updatedAt: Timestamp


class EventCreate(TypedDict):
    eventTypeId: EventTypeId
    name: NotRequired[EventName]
    description: NotRequired[EventDescription]
    startsAt: EventTime
    endsAt: NotRequired[EventTime]
    hostUserId: NotRequired[UserIdInput]
    awards: NotRequired[EventAwardRulesInput]


class EventUpdate(TypedDict):
    name: NotRequired[EventName]
    description: NotRequired[EventDescription]
    startsAt: NotRequired[EventTime]
    endsAt: NotRequired[EventTime]
    removeEndsAt: NotRequired[bool]
    hostUserId: NotRequired[UserIdInput]
    removeHost: NotRequired[bool]
    awards: NotRequired[EventAwardRulesInput]


class EventCancel(TypedDict):
    reason: NotRequired[str]


class EventReply(TypedDict):
    data: Event


class EventPage(TypedDict):
    data: list[Event]
    meta: EventPageMeta


class EventAwardSummary(TypedDict):
    members: int
    experience: int
    quotaPoints: int
    medals: int
    medalsWithheld: int
    rankChanges: EventRankChangeCounts


class EventRankChangeCounts(TypedDict):
    pending: int
    succeeded: int
    failed: int
    skipped: int


class EventFinishMeta(TypedDict):
    replayed: bool
    awards: EventAwardSummary
    pendingOperations: list[str]


class EventFinished(TypedDict):
    data: Event
    meta: EventFinishMeta


class EventAttendee(TypedDict):
    userId: UserId
    role: EventRole
    attendance: EventAttendance
    addedAt: Timestamp
    updatedAt: Timestamp


class EventAttendeeSet(TypedDict):
    role: NotRequired[EventRole]
    attendance: NotRequired[EventAttendance]


class EventAttendeeEntry(TypedDict):
    userId: UserIdInput
    role: NotRequired[EventRole]
    attendance: NotRequired[EventAttendance]


class EventAttendeesSet(TypedDict):
    attendees: list[EventAttendeeEntry]


class EventAttendeeReply(TypedDict):
    data: EventAttendee
    meta: EventAttendeeReplyMeta


class EventAttendeeReplyMeta(TypedDict):
    changed: bool


class EventAttendeesReply(TypedDict):
    data: list[EventAttendee]
    meta: EventAttendeesReplyMeta


class EventAttendeesReplyMeta(TypedDict):
    changed: int


class EventAttendeePage(TypedDict):
    data: list[EventAttendee]
    meta: EventPageMeta


class EventPointsAwarded(TypedDict):
    amount: int
    clamped: bool
    change: int
    auditId: str


class EventMedalAwarded(TypedDict):
    name: AwardName
    count: int
    withheld: int
    code: EventMedalRefusal


EventMedalRefusal: TypeAlias = "Literal[\"medal_limit_reached\", \"medal_archived\", \"medal_not_found\", \"rank_out_of_bounds\", \"rank_not_assignable\"] | None"


class EventRankChange(TypedDict):
    kind: EventRankChangeKind
    rankUniqueId: int | None
    status: EventRankChangeStatus
    code: str | None
    operationId: str | None


EventRankChangeKind: TypeAlias = "Literal[\"set\", \"promote\", \"demote\", \"auto\"]"


EventRankChangeStatus: TypeAlias = "Literal[\"pending\", \"succeeded\", \"failed\", \"skipped\"]"


class EventAward(TypedDict):
    userId: UserId
    role: EventRole
    experience: EventPointsAwarded | None
    quotaPoints: EventPointsAwarded | None
    medals: list[EventMedalAwarded]
    rankChange: EventRankChange | None


class EventAwardPage(TypedDict):
    data: list[EventAward]
    meta: EventPageMeta


Reversal = TypedDict("Reversal", {
    "reversalId": "ReversalId",
    "dryRun": "bool",
    "source": "ReversalSource",
    "sourceId": "ReversalSourceId",
    "from": "str | None",
    "to": "str | None",
    "reason": "str | None",
    "state": "ReversalState",
    "errorCode": "ReversalErrorCode",
    "counts": "ReversalCounts",
    "createdBy": "SuspensionActor",
    "createdAt": "Timestamp",
    "completedAt": "str | None",
})


ReversalId: TypeAlias = "str"


ReversalSource: TypeAlias = "Literal[\"key\", \"person\", \"operator\", \"job\", \"account\", \"batch\", \"event\", \"entry\", \"reversal\"]"


ReversalSourceId: TypeAlias = "str"


ReversalState: TypeAlias = "Literal[\"collecting\", \"working\", \"finished\", \"failed\"]"


ReversalErrorCode: TypeAlias = "Literal[\"source_not_found\", \"too_many_entries\", \"storage_limit_reached\", \"community_moved\", \"actor-authorization-revoked\", \"platform_not_connected\", \"platform_log_unreadable\", \"account_of_connection\"] | None"


class ReversalCounts(TypedDict):
    entries: int
    takenBack: int
    superseded: int
    impossible: int
    pending: int


ReversalRequest = TypedDict("ReversalRequest", {
    "source": "ReversalSource",
    "sourceId": "ReversalSourceId",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "reason": "NotRequired[str]",
    "dryRun": "NotRequired[bool]",
})


class ReversalAnswer(TypedDict):
    data: Reversal
    meta: NotRequired[NamedMeta]


class ReversalPage(TypedDict):
    data: list[Reversal]
    meta: NamedPageMeta


class ReversalItem(TypedDict):
    auditId: str | None
    changedAt: str | None
    userId: str | None
    kind: ReversalItemKind
    name: str | None
    recordId: str | None
    groupId: str | None
    rankUniqueId: int | None
    roleUniqueId: int | None
    heldRoleUniqueIds: HeldRoleUniqueIds
    state: ReversalItemState
    change: int | None
    clamped: bool
    supersededBy: str | None
    reason: ReversalItemReason
    errorCode: str | None
    resultAuditId: str | None
    operationId: str | None


HeldRoleUniqueIds: TypeAlias = "list[int] | None"


ReversalItemKind: TypeAlias = "Literal[\"experience\", \"quotaPoints\", \"medal\", \"qualification\", \"rank\", \"role\", \"removal\", \"ban\", \"warning\", \"blacklistEntry\", \"suspension\", \"application\"]"


ReversalItemState: TypeAlias = "Literal[\"open\", \"queued\", \"taken_back\", \"superseded\", \"impossible\"]"


ReversalItemReason: TypeAlias = "Literal[\"later_change\", \"state_differs\", \"already_taken_back\", \"not_permitted\", \"award_not_found\", \"award_archived\", \"award_limit_reached\", \"role_of_award\", \"operation_failed\", \"values_erased\", \"member_not_found\", \"only_by_hand\", \"has_ended\", \"suspension_lifted\", \"password_kept\", \"role_kept\"] | None"


class ReversalItemPage(TypedDict):
    data: list[ReversalItem]
    meta: NamedPageMeta


class AuditEntry(TypedDict):
    auditId: str
    at: Timestamp
    actor: AuditActor
    onBehalfOf: OnBehalfOf
    action: str
    userId: str | None
    before: AuditValues
    after: AuditValues
    reason: str | None
    requestId: str | None
    requiredScope: NotRequired[str]


OnBehalfOf: TypeAlias = "str | None"


class AuditActor(TypedDict):
    kind: ActorKind
    id: str


AuditValues: TypeAlias = "dict[str, Any] | None"


class AuditEntryPage(TypedDict):
    data: list[AuditEntry]
    meta: AuditEntryPageMeta


class AuditEntryPageMeta(TypedDict):
    nextCursor: str | None
    hasMore: bool
    names: NotRequired[Names]


AuditOrder: TypeAlias = "Literal[\"feed\", \"newest\"]"


BatchId: TypeAlias = "str"


class AwardBatchRequest(TypedDict):
    batchId: BatchId
    entries: list[BatchEntry]


class BatchEntry(TypedDict):
    userId: UserIdOrName
    by: NotRequired[UserIdKind]
    experience: NotRequired[BatchPoints]
    quotaPoints: NotRequired[BatchPoints]
    medals: NotRequired[list[AwardName]]
    reason: NotRequired[str]


class BatchPoints(TypedDict):
    op: PointsOperation
    amount: int


class AwardBatchAnswer(TypedDict):
    data: AwardBatch
    meta: AwardBatchAnswerMeta


class AwardBatchAnswerMeta(TypedDict):
    succeeded: int
    failed: int
    replayed: bool


class AwardBatch(TypedDict):
    batchId: BatchId
    createdAt: Timestamp
    entries: list[BatchEntryOutcome]


class BatchEntryOutcome(TypedDict):
    index: int
    status: BatchEntryStatus
    userId: str | None
    member: NotRequired[MemberPoints]
    experience: NotRequired[BatchPointsOutcome]
    quotaPoints: NotRequired[BatchPointsOutcome]
    medals: NotRequired[list[BatchMedalOutcome]]
    autoRank: NotRequired[BatchAutoRank]
    error: NotRequired[BatchEntryError]


BatchEntryStatus: TypeAlias = "Literal[\"succeeded\", \"failed\"]"


class MemberPoints(TypedDict):
    experience: int
    quotaPoints: int


class BatchPointsOutcome(TypedDict):
    appliedAmount: AppliedAmount
    clamped: Clamped
    change: StoredChange
    auditId: AuditId


class BatchMedalOutcome(TypedDict):
    name: AwardName
    change: int
    auditId: AuditId


class BatchAutoRank(TypedDict):
    outcome: BatchAutoRankResult
    reason: NotRequired[str]
    operationId: NotRequired[str]


BatchAutoRankResult: TypeAlias = "Literal[\"unchanged\", \"queued\", \"skipped\"]"


class BatchEntryError(TypedDict):
    code: ErrorCode
    message: str


WebhookUrl: TypeAlias = "str"


WebhookDescription: TypeAlias = "str"


WebhookTypes: TypeAlias = "list[WebhookType]"


WebhookType: TypeAlias = "Literal[\"*\", \"member.awarded\", \"member.rank.changed\", \"response.submitted\", \"response.decided\", \"operation.ended\", \"event.finished\", \"platform.connection.changed\", \"ranks.ambiguous\", \"key.limited\", \"person.limited\", \"key.many-members\", \"person.many-members\", \"key.paused\", \"person.paused\", \"platform.paused\", \"group.alarm\"]"


class Webhook(TypedDict):
    webhookId: str
    url: WebhookUrl
    description: WebhookDescription
    types: WebhookTypes
    enabled: bool
    disabledReason: str | None
    disabledAt: str | None
    failingSince: str | None
    previousSecretUntil: str | None
    createdAt: Timestamp
    updatedAt: Timestamp


class WebhookWithSecret(TypedDict):
    webhookId: str
    url: WebhookUrl
    description: WebhookDescription
    types: WebhookTypes
    enabled: bool
    disabledReason: str | None
    disabledAt: str | None
    failingSince: str | None
    previousSecretUntil: str | None
    secret: str | None
    createdAt: Timestamp
    updatedAt: Timestamp


class WebhookReply(TypedDict):
    data: Webhook


class WebhookSecretReply(TypedDict):
    data: WebhookWithSecret


class WebhookList(TypedDict):
    data: list[Webhook]


class WebhookCreate(TypedDict):
    url: WebhookUrl
    types: NotRequired[WebhookTypes]
    description: NotRequired[WebhookDescription]


class WebhookUpdate(TypedDict):
    url: NotRequired[WebhookUrl]
    types: NotRequired[WebhookTypes]
    description: NotRequired[WebhookDescription]
    enabled: NotRequired[bool]


class WebhookRotation(TypedDict):
    overlapSeconds: NotRequired[int]


WebhookDelivery = TypedDict("WebhookDelivery", {
    "deliveryId": "str",
    "type": "str",
    "userId": "str | None",
    "status": "WebhookDeliveryStatus",
    "attempts": "int",
    "lastAttemptAt": "str | None",
    "lastStatus": "int | None",
    "lastError": "str | None",
    "nextAttemptAt": "str | None",
    "finishedAt": "str | None",
    "createdAt": "Timestamp",
})


WebhookDeliveryStatus: TypeAlias = "Literal[\"pending\", \"delivered\", \"parked\"]"


class WebhookDeliveryReply(TypedDict):
    data: WebhookDelivery


WebhookMessage = TypedDict("WebhookMessage", {
    "type": "str",
    "timestamp": "Timestamp",
    "data": "WebhookData",
})


class WebhookData(TypedDict):
    auditId: NotRequired[str]
    userId: NotRequired[UserId]
    award: NotRequired[str]
    name: NotRequired[AwardName]
    applicationId: NotRequired[str]
    applicationVersion: NotRequired[int]
    responseId: NotRequired[str]
    operationId: NotRequired[str]
    eventId: NotRequired[str]
    kind: NotRequired[str]
    status: NotRequired[str]
    reason: NotRequired[str | None]
    expiresAt: NotRequired[str | None]
    errorCode: NotRequired[str | None]
    before: NotRequired[WebhookState]
    after: NotRequired[WebhookState]


class WebhookState(TypedDict):
    experience: NotRequired[int]
    quotaPoints: NotRequired[int]
    count: NotRequired[int]
    rank: NotRequired[WebhookRank]
    status: NotRequired[str]
    state: NotRequired[str]


class WebhookRank(TypedDict):
    uniqueId: NotRequired[int]
    rankId: NotRequired[int]
    name: NotRequired[str]


class WebhookDeliveryPage(TypedDict):
    data: list[WebhookDelivery]
    meta: PageMeta


class PlatformNotification(TypedDict):
    NotificationId: str
    EventType: str
    EventTime: NotRequired[str]
    EventPayload: NotRequired[PlatformEventPayload]


class PlatformEventPayload(TypedDict):
    UserId: NotRequired[UserIdInput]
    GameIds: NotRequired[list[Any]]


class Operations:
    """One method for each operation of the contract."""

    def _call(
        self, method: str, path: str, repetition: str, path_values: dict[str, Any], query: dict[str, Any],
        headers: dict[str, Any], body: Any,
    ) -> Answer[Any, Any]:
        raise NotImplementedError

    def list_members(
        self,
        *,
        cursor: str | None = None,
        limit: str | None = None,
        sort: Literal["userId", "experience", "updatedAt"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        name: str | None = None,
        rank_unique_id: int | None = None,
        medal: str | None = None,
        qualification: str | None = None,
        min_experience: int | None = None,
        max_experience: int | None = None,
        changed_since: str | None = None,
        fields: list[MemberField] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[MemberFields], MemberPageMeta]:
        """List members.

        Returns one page of the community's members. Pass `meta.nextCursor` as `cursor`, with the same sort and filters, to get
        the next page; it is null on the last one. The page contains stored data: the platform is not called. A page ends
        early when its members have 5,000 medals and qualifications in total.

        Without a sort, members are ordered by user id. All filters combine with each other and with each sort. A page looks at
        1,000 members at most, so a filtered page may have fewer members than `limit`, or none, and still have a `nextCursor`:
        read on until it is null. `minExperience` and `maxExperience` are fast with `sort=experience`, `changedSince` with
        `sort=updatedAt`, the other filters without a sort: members outside of these are not looked at.

        With `sort=updatedAt` and `changedSince`, a client keeps a copy of all members up to date. A change is listed when it
        is committed, so begin each time one minute before the last time. Read the audit log to get every single change.

        `name` finds members by a part of their name. Alone, it lists those first whose username begins with it, then those
        whose display name does, then the others that contain it, and looks at 10,000 members for these; a text of digits also finds
        the member with this user id, first. It searches stored names: an account that is in the group but was never fetched is no
        member yet, and `getMember` with `by=username` makes it one.

        `total` counts the members that match the filters. Where the first page is not all of them, it looks at 1,000 members at most:
        those with the medal, or else with the qualification, the rank, the experience, the time of the change, or else all; without a
        filter it counts up to 10,000. If there are more, `exact` is false, and `count` is how many of these match.

        `fields` selects the properties of the members. Leave `medals` and `qualifications` out if you do not need them: they
        are then not read, and do not end a page early.
        """
        return self._call(
            "GET", "/v2/members", "always",
            {}, {"cursor": cursor, "limit": limit, "sort": sort, "order": order, "name": name, "rankUniqueId": rank_unique_id, "medal": medal, "qualification": qualification, "minExperience": min_experience, "maxExperience": max_experience, "changedSince": changed_since, "fields": fields, "total": total}, {}, None,
        )

    def get_member(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        refresh: Literal["1", "true"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[Member, MemberFetchedMeta]:
        """Fetch a member.

        Returns one member. A platform account that is not a member yet becomes one.

        When the stored profile is older than the deployment's staleness window, or with `refresh`, the profile is
        synced from the platform and AutoRank runs before the response. Without `refresh`, the fetch of a known member does
        not fail with the platform: it returns the stored profile and reports this in `meta.sync`. A `refresh` fails with
        the platform's error.
        """
        return self._call(
            "GET", "/v2/members/{userId}", "always",
            {"userId": user_id}, {"by": by, "refresh": refresh}, {"If-None-Match": if_none_match}, None,
        )

    def change_experience(
        self,
        user_id: str,
        body: PointsChange,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Member, ExperienceChangedMeta]:
        """Change a member's experience.

        Increments, decrements or sets the member's experience, writes an audit entry and runs AutoRank. `increment` and
        `decrement` are clamped to the community's award limit per call; `set` is not. `meta` has the result.

        An answer says what becomes of the rank. In none of these cases award again:

        | Answer | The experience | The rank |
        | --- | --- | --- |
        | 200, `meta.autoRank.outcome` `changed`, `unchanged` or `skipped` | is stored | is decided |
        | 200, `queued` | is stored | follows: the change did not succeed in the time of the request, and tries for an hour (`operationId`) |
        | 504 `outcome-pending-check-status` with `details.committed` | is stored | was sent, and its outcome is not known yet: read the operation of `Location` |
        | another error with `details.committed: [experience, rank]` | is stored | was changed in part; the rest follows |
        | 503 `dependency_unavailable` with `details.committed: [experience]` | is stored | may follow: the database did not answer whether it is queued |
        | another error with `details.committed: [experience]` | is stored | nothing follows; the next award or sync decides again |
        | an error without `details.committed` | see the `effect` of its code | as the experience |
        """
        return self._call(
            "POST", "/v2/members/{userId}/experience", "never",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def change_quota_points(
        self,
        user_id: str,
        body: PointsChange,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Member, QuotaPointsChangedMeta]:
        """Change a member's quota points.

        Increments, decrements or sets the member's quota points and writes an audit entry. Quota points are never
        negative. `increment` and `decrement` are clamped to the community's award limit per call; `set` is not.
        """
        return self._call(
            "POST", "/v2/members/{userId}/quota-points", "never",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def set_member_rank(
        self,
        user_id: str,
        body: RankTarget,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Member, RankChangedMeta]:
        """Set a member's rank.

        Assigns the rank to the member on the platform, and responds when the platform shows it. Identify the rank by exactly
        one of `rankUniqueId` (the role resource id) and `rankId` (the rank number). If the member already has the rank, the
        request succeeds without a write. Guest (0) and owner (255) cannot be assigned.
        """
        return self._call(
            "PUT", "/v2/members/{userId}/rank", "never",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def promote_member(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Member, RankChangedMeta]:
        """Promote a member.

        Moves the member to the next higher rank by rank number, from the current rank on the platform. At the highest
        assignable rank the response is 409 `rank_limit_reached`. Has no body.
        """
        return self._call(
            "POST", "/v2/members/{userId}/rank/promote", "never",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def demote_member(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Member, RankChangedMeta]:
        """Demote a member.

        Moves the member to the next lower rank by rank number, from the current rank on the platform. At the lowest
        assignable rank the response is 409 `rank_limit_reached`. Has no body.
        """
        return self._call(
            "POST", "/v2/members/{userId}/rank/demote", "never",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, None,
        )

    def award_medal(
        self,
        user_id: str,
        body: AwardByName,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Member, AwardChangedMeta]:
        """Award a medal.

        Awards the medal. If the member already has it, nothing changes, even at the limit. A member can have 1,000 medal
        occurrences in total; another one gets 409 `medal_limit_reached`, and a removal frees slots. An archived medal
        cannot be awarded (409 `medal_archived`). A medal with a role is awarded only within the bounds of the caller (403
        `rank_out_of_bounds`).
        """
        return self._call(
            "POST", "/v2/members/{userId}/medals", "always",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def remove_medal(
        self,
        user_id: str,
        name: str,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Member, AwardChangedMeta]:
        """Remove a medal.

        Removes all occurrences of the medal from the member. If the member does not have it, nothing changes. An account
        that is not a member gets 404 `member_not_found`: a removal does not create a member. A medal whose role goes with it is
        removed only within the bounds of the caller (403 `rank_out_of_bounds`).
        """
        return self._call(
            "DELETE", "/v2/members/{userId}/medals/{name}", "always",
            {"userId": user_id, "name": name}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, None,
        )

    def award_qualification(
        self,
        user_id: str,
        body: AwardByName,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Member, AwardChangedMeta]:
        """Award a qualification.

        Awards the qualification. If the member already has it, nothing changes. An archived qualification cannot be awarded
        (409 `qualification_archived`). A qualification with a role is awarded only within the bounds of the caller (403
        `rank_out_of_bounds`).
        """
        return self._call(
            "POST", "/v2/members/{userId}/qualifications", "always",
            {"userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def remove_qualification(
        self,
        user_id: str,
        name: str,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Member, AwardChangedMeta]:
        """Remove a qualification.

        Removes the qualification from the member. If the member does not have it, nothing changes. An account that is not a
        member gets 404 `member_not_found`: a removal does not create a member. A qualification whose role goes with it is
        removed only within the bounds of the caller (403 `rank_out_of_bounds`).
        """
        return self._call(
            "DELETE", "/v2/members/{userId}/qualifications/{name}", "always",
            {"userId": user_id, "name": name}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, None,
        )

    def list_ranks(
        self,
    ) -> Answer[list[Rank], None]:
        """List ranks.

        Returns all ranks of the community, ordered by rank number, as last synced from the platform. `autoRank` is the
        experience from which AutoRank assigns the rank; `assignable` is false for guest (0) and owner (255).
        """
        return self._call(
            "GET", "/v2/ranks", "always",
            {}, {}, {}, None,
        )

    def list_applications(
        self,
        *,
        cursor: str | None = None,
    ) -> Answer[ApplicationPageData, None]:
        """List application forms.

        One page of the community's forms, newest first, without questions, answer keys and passwords. Pass `data.nextCursor` as
        `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/applications", "always",
            {}, {"cursor": cursor}, {}, None,
        )

    def create_application(
        self,
        body: ApplicationCreate,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Application, None]:
        """Create an application form.

        Creates version 1 of a form. The server generates absent ids of questions and options. Automatic grading
        (`grading.passPercentage`) requires active Pro access, at least one choice question, and an answer key on every choice
        question.
        """
        return self._call(
            "POST", "/v2/applications", "never",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_templates(
        self,
        *,
        cursor: str | None = None,
    ) -> Answer[TemplatePageData, None]:
        """List application templates.

        One page of up to 20 templates, newest first, each with its complete definition including answer keys. A page ends early
        once its definitions reach 1 MiB; it holds at least one template, and `nextCursor` is null only on the last page.
        """
        return self._call(
            "GET", "/v2/applications/templates", "always",
            {}, {"cursor": cursor}, {}, None,
        )

    def save_template(
        self,
        body: TemplateCreate,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Template, None]:
        """Save an application template.

        Stores a snapshot of a definition that can be used as the definition of a new form. It is stored closed, without passwords,
        responses or join requirements. To change a template, save a new one and delete the old one.
        """
        return self._call(
            "POST", "/v2/applications/templates", "never",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def delete_template(
        self,
        template_id: str,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Delete an application template.

        Deletes a template. Forms created from it are not affected.
        """
        return self._call(
            "DELETE", "/v2/applications/templates/{templateId}", "never",
            {"templateId": template_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def duplicate_application(
        self,
        application_id: str,
        body: ApplicationDuplicate | None = None,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Application, None]:
        """Duplicate a form.

        Creates an independent closed form of version 1 from the current definition. Passwords, responses and join requirements
        are not copied.
        """
        return self._call(
            "POST", "/v2/applications/{applicationId}/duplicate", "never",
            {"applicationId": application_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_application(
        self,
        application_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Application, None]:
        """Read a form's metadata.

        The form without questions, answer keys and passwords.
        """
        return self._call(
            "GET", "/v2/applications/{applicationId}", "always",
            {"applicationId": application_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_application(
        self,
        application_id: str,
        body: ApplicationUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Application, None]:
        """Update a form.

        Stores a complete definition as the next version. If `version` is not the current version, the response is 409
        `version_conflict` and nothing changes. Earlier versions, responses and passes are kept. Omit `password` to keep it; send
        a string to replace it, or null or `removePassword: true` to remove it. An account may submit once per version. A version
        that changes only the state or the password counts as the version before it, so accounts cannot submit again after a form
        is closed and opened.
        """
        return self._call(
            "PUT", "/v2/applications/{applicationId}", "never",
            {"applicationId": application_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def delete_application(
        self,
        application_id: str,
        body: ApplicationDelete | None = None,
        *,
        version: int | None = None,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Delete a form.

        Closes and deletes a form. Its responses stay readable. Its definitions are kept for 32 days, so that `createReversal` can bring it back,
        and count as stored until then. Send the current version as `version` in the body or in the query.
        A required form cannot be deleted.
        """
        return self._call(
            "DELETE", "/v2/applications/{applicationId}", "never",
            {"applicationId": application_id}, {"version": version}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_application_configuration(
        self,
        application_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[ApplicationConfiguration, None]:
        """Read a form's configuration.

        The editable configuration with answer keys and the current version, without the password.
        """
        return self._call(
            "GET", "/v2/applications/{applicationId}/configuration", "always",
            {"applicationId": application_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def open_application(
        self,
        application_id: str,
        body: ApplicantAccess,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[OpenedForm, None]:
        """Open a form for a player.

        Checks the player's access and returns the questions of the current version without answer keys, and in `submittedVersion`
        whether the account submitted already. `userId` is the global
        platform user id of a player whom the trusted server has authenticated. Open, submit and status together are limited to 20
        requests per minute and key.
        """
        return self._call(
            "POST", "/v2/applications/{applicationId}/open", "always",
            {"applicationId": application_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_responses(
        self,
        application_id: str,
        *,
        status: Literal["Pending", "Passed", "Failed"] | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Answer[ResponsePageData, None]:
        """List responses.

        One page of responses, newest first. They stay readable after the form was deleted.
        """
        return self._call(
            "GET", "/v2/applications/{applicationId}/responses", "always",
            {"applicationId": application_id}, {"status": status, "userId": user_id, "limit": limit, "cursor": cursor}, {}, None,
        )

    def submit_response(
        self,
        application_id: str,
        body: ResponseSubmit,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[ResultData, None]:
        """Submit a response.

        Submits the player's answers to the version that the player was shown. `answers` maps question ids to a string for a text
        question and to an array of option ids for a choice question. An account may submit once per version. Do not submit without
        the player's explicit consent. After an uncertain outcome, read the status before repeating the request. A form with
        automatic grading decides immediately and sends the same notification and direct message as a review. For an applicant who is
        not a member, `username` and `displayName` are null in this answer: the service resolves them afterwards, and the status has
        them a moment later.
        """
        return self._call(
            "POST", "/v2/applications/{applicationId}/responses", "never",
            {"applicationId": application_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_application_status(
        self,
        application_id: str,
        body: ApplicantAccess,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[StatusData, None]:
        """Read a player's result.

        Checks the same access as open, but also for a closed form, and returns the player's latest result or null. `passed` is the
        latest pass, which is kept when the player submits again. Results contain no answers, scores, answer keys or staff notes.
        """
        return self._call(
            "POST", "/v2/applications/{applicationId}/status", "always",
            {"applicationId": application_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_response(
        self,
        application_id: str,
        response_id: str,
        *,
        names: Literal["1", "true"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[ResponseDetail, NamedMeta]:
        """Read a response.

        A response with its question snapshots, answers, score and private notes, without answer keys, password hashes and
        chat-platform ids. It stays readable after the form was deleted. Each successful read writes an audit entry,
        `application.response.read`, with the ids of the form and the response.
        """
        return self._call(
            "GET", "/v2/applications/{applicationId}/responses/{responseId}", "always",
            {"applicationId": application_id, "responseId": response_id}, {"names": names}, {"If-None-Match": if_none_match}, None,
        )

    def review_response(
        self,
        application_id: str,
        response_id: str,
        body: ResponseReview,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[ResponseDetail, NamedMeta]:
        """Review a response.

        Decides a pending response. `revision` must be its current revision. The decision is attributed to the API key. With
        `X-On-Behalf-Of`, a pass is 403 `rank_out_of_bounds` when the form gives a rank or role that the member may not give. It adds a
        notification with the feedback (`listNotifications`) and queues a direct message to the chat account that submitted, with a link to
        the result. A private note is never returned to the applicant.
        """
        return self._call(
            "POST", "/v2/applications/{applicationId}/responses/{responseId}/review", "never",
            {"applicationId": application_id, "responseId": response_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def submit_rank_operation(
        self,
        body: RankOperationRequest,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Submit a rank change.

        Queues a rank change and responds before the platform is called. The change is executed exactly once, in the order of
        acceptance for each member, survives restarts, and always reaches a final state: read the returned operation until its
        `status` is `succeeded`, `failed` or `cancelled`.

        Identify the rank by exactly one of `rankUniqueId`, `rankId` and `move`. An operation that is not sent within
        `deadlineSeconds` is cancelled. `supersede` cancels the queued rank changes of the same member in favour of this one.

        An account that is not yet a member, or is identified by username, is accepted during an outage or throttling of the
        platform and resolved before dispatch; until then `userId` is null if only the name is known. If the account does not
        exist, the operation fails with `member_not_found` or `username_changed`.

        What takes a rank counts against `takesPerHourLimit`. For a person it counts when it is accepted, whatever becomes of it:
        beyond the number the answer is 429 `rate_limit_exceeded` with `details.confirmWith`, nothing is queued, and the same request
        with `X-Confirmed` is accepted and counts nothing. An operation of a key is accepted and counted when it is sent: beyond the
        number it waits (`waitingFor` is `rate_limit_exceeded`), as that of a person whose stored record did not show the take, and
        its deadline may cancel it.
        """
        return self._call(
            "POST", "/v2/platform-operations/ranks", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def look_up_members(
        self,
        body: MemberLookupRequest,
    ) -> Answer[MemberLookup, None]:
        """Look up many members.

        Returns up to 100 members by user id, by username or both, in one request: a game server reads all its players at once.
        Changes nothing.

        The answer has stored data: the platform is not called and no account becomes a member. Ids and names that no stored
        member has are in `missing`. A player who is missing by name may be a member whose name was not read or has changed: use
        `getMember` with `by=username` for that one. Members are ordered by user id, each once.

        `fields` selects the properties of the members; `userId` and `username` are always present. Leave `medals` and
        `qualifications` out if you do not need them: they are then not read. When the members have more than 5,000 medals and
        qualifications in total, the others are in `remaining`; send these ids in another request.
        """
        return self._call(
            "POST", "/v2/member-lookups", "always",
            {}, {}, {}, body,
        )

    def get_leaderboard(
        self,
        *,
        limit: int | None = None,
        fields: list[LeaderboardField] | None = None,
    ) -> Answer[list[LeaderboardEntry], None]:
        """Read the top of the leaderboard.

        Returns the members with the most experience and their places. Members with the same experience have the same place; the
        place after them is skipped as often. The places are exact. `GET /v2/members?sort=experience&order=desc` lists further
        members, without places.
        """
        return self._call(
            "GET", "/v2/leaderboard", "always",
            {}, {"limit": limit, "fields": fields}, {}, None,
        )

    def get_leaderboard_place(
        self,
        user_id: str,
        *,
        around: int | None = None,
        fields: list[LeaderboardField] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[LeaderboardPlace, LeaderboardMeta]:
        """Read a member's place on the leaderboard.

        Returns the place of a member, and the members around it with their places. A place is one more than the number of
        members with more experience.

        Communities with more than 1,000 members are counted every five minutes, and a place is computed from the last count and
        the members near it: `meta.countedAt` has its time. It is null where no count was needed, for smaller communities and
        the first thousand members: then places are exact. A place is null when more than 10,000 members are to be counted,
        which happens until a large community is counted for the first time.
        """
        return self._call(
            "GET", "/v2/leaderboard/{userId}", "always",
            {"userId": user_id}, {"around": around, "fields": fields}, {"If-None-Match": if_none_match}, None,
        )

    def explain_auto_rank(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[AutoRankExplanation, None]:
        """Explain AutoRank.

        Returns what AutoRank would do with the member now, and why, with AutoRank's own rule and the stored data: nothing is
        changed, no member is created, and the platform is not called. `by=username` therefore finds a member only by the name
        last synced. The actual result can differ because of the state of the platform, such as a rank changed there since
        the last sync, or an outage.

        `outcome` is `move` when the next experience write or sync would start a rank change, `unchanged` when there is nothing
        to do, and `skipped` when AutoRank does not apply. Values of `reason`:

        - `move`: `threshold_met`.
        - `unchanged`: `already_there`; or `below_ladder`, the experience reaches no threshold.
        - `skipped`: `not_connected`, the community has no platform connection; `disabled`, AutoRank is off; `no_ladder`, no rank has
          a threshold; `not_in_group`; `outside_ladder`, the member's rank has no threshold and is above the lowest one that has;
          `demotion_not_allowed`, `target` is lower and the community does not allow demotion; `suspended`; `blacklisted`;
          `platform_cloud_reconnect_required`, a change is due but the connection must be restored first.
        """
        return self._call(
            "GET", "/v2/members/{userId}/auto-rank", "always",
            {"userId": user_id}, {"by": by}, {"If-None-Match": if_none_match}, None,
        )

    def sync_ranks(
        self,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[list[Rank], RanksSyncedMeta]:
        """Sync ranks from the platform.

        Reads the group's roles from the platform now, stores them and returns the ranks; the server does the same every ten
        minutes. Roles keep their AutoRank thresholds when their name or number changes; the threshold of a removed role is
        deleted. `meta` has the numbers of changes; updated member counts are not counted as changes. Has no body.
        """
        return self._call(
            "POST", "/v2/ranks/sync", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def get_rank(
        self,
        unique_id: int,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Rank, None]:
        """Read a rank.

        Returns one rank, as last synced from the platform.
        """
        return self._call(
            "GET", "/v2/ranks/{uniqueId}", "always",
            {"uniqueId": unique_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_rank(
        self,
        unique_id: int,
        body: RankUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Rank, RankWrittenMeta]:
        """Declare a role a rank, set its threshold.

        Declares whether the role is a rank, which rank changes give and take, or a role beside the ranks, which they never
        touch. Until a role is declared none, every assignable role is a rank, and the rank of a member that holds several is
        not changed (`rank_ambiguous`). Once one is declared, a role that appears on the platform later is no rank until it
        is declared one.

        Sets the experience from which AutoRank assigns the rank, or removes the threshold. Setting one also needs
        `members.ranks.write` and the feature `rank-management`, because AutoRank then assigns the rank. No member is moved by
        this request; AutoRank runs when a member's experience changes or the profile is synced. Guest (0) and owner (255)
        cannot have a threshold.

        With `assignable: false`, people alone give the role: sessions of the staff and the operator. A key that gives it by any
        way, also by a form, an event, an award or a suspension, gets 409 `rank_not_assignable`; it may still take it away, and the
        end of a suspension gives it back. AutoRank never gives it, so such a rank takes no threshold. Who has `ranks.write`
        may send it, and `true` only a person and the operator (403 `authority_exceeded`).

        A higher rank may require no more experience than a lower one, because thresholds are edited one at a time and the
        platform may reorder roles. A role with a threshold is a rank: setting one declares it. AutoRank then assigns the higher rank at once and never the lower one; `meta.unreachable`
        has all such lower ranks after the change.
        """
        return self._call(
            "PATCH", "/v2/ranks/{uniqueId}", "never",
            {"uniqueId": unique_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_auto_rank_settings(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[AutoRankSettings, None]:
        """Read the AutoRank settings.

        Returns whether AutoRank is on in this community, and whether it may demote. The thresholds are part of the ranks
        (`listRanks`).
        """
        return self._call(
            "GET", "/v2/auto-rank", "always",
            {}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_auto_rank_settings(
        self,
        body: AutoRankSettingsUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[AutoRankSettings, ConfigurationMeta]:
        """Change the AutoRank settings.

        Changes the given settings. While AutoRank is off, experience writes and fetches change no rank and return `skipped` with
        the reason `disabled`; thresholds stay. A change takes effect on every process of the deployment within a second.
        Switching either setting on also needs `members.ranks.write` and the feature `rank-management`.
        """
        return self._call(
            "PATCH", "/v2/auto-rank", "never",
            {}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def preview_auto_rank(
        self,
        body: AutoRankPreviewRequest,
    ) -> Answer[AutoRankPreview, None]:
        """Preview thresholds.

        Returns how many members AutoRank would promote and demote with these thresholds, from which rank to which, before they are
        set. It uses AutoRank's own rule and the stored data, as `explainAutoRank` does for one member: nothing is changed, and the
        platform is not called. Thresholds and settings that the request does not name stay as they are.

        Setting a threshold (`updateRank`) moves nobody by itself. AutoRank moves each member at the next change of the member's
        experience, or when the profile is synced: `getMember` with `refresh=true`, or with a profile that is stale. A member with
        neither keeps the rank. `alreadyDue` counts the members that AutoRank moves to the same rank without the change too.

        A threshold makes a role a rank (`newRanks`): rank changes then give and take it, and whoever holds it has it as the rank, unless
        they hold a higher one. `moves` counts these members from that rank.

        The server reads all members of the community, and for one preview of a community at a time: others get 503 `server_busy`.
        """
        return self._call(
            "POST", "/v2/auto-rank/preview", "always",
            {}, {}, {}, body,
        )

    def list_medals(
        self,
        *,
        archived: Literal["false", "true", "all"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[Award], PageMeta]:
        """List medals.

        Returns one page of the community's medals, ordered by name. Archived ones are excluded unless `archived` includes
        them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. The number of holders is not
        included: maintaining a counter would serialize concurrent awards.
        """
        return self._call(
            "GET", "/v2/medals", "always",
            {}, {"archived": archived, "cursor": cursor, "limit": limit}, {}, None,
        )

    def create_medal(
        self,
        body: AwardCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Award, ConfigurationMeta]:
        """Create a medal.

        Creates a medal. Names are unique in the community, including those of archived medals, and are compared
        exactly.

        With `roleUniqueId`, the medal is bound to a role that is no rank: awarding it queues `role.assign` for the member, and
        removing it `role.unassign`, unless the member holds another award with the role. The award does not wait for the role and is
        kept when it fails. Binding needs `members.roles.write` too; awarding then does not.
        """
        return self._call(
            "POST", "/v2/medals", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_medal(
        self,
        name: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Award, None]:
        """Read a medal.

        Returns a medal by name, archived or not.
        """
        return self._call(
            "GET", "/v2/medals/{name}", "always",
            {"name": name}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_medal(
        self,
        name: str,
        body: AwardUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Award, ConfigurationMeta]:
        """Rename, describe, archive or restore a medal.

        Changes only the given properties. Members keep the medal and the time of the award. A new name applies at once
        everywhere. An archived medal stays with its holders and can be removed from them, but cannot be awarded (409
        `medal_archived`) until `archived: false` restores it. An empty `description` clears it. A request without a change
        succeeds without an audit entry.

        `roleUniqueId` binds the medal to a role, and `removeRole` unbinds it, from then on: current holders keep what they have. A
        bound role cannot be declared a rank (409 `role_bound`). While `singleRank` makes every role a rank, or when the group no longer
        has the role, none is given or taken.
        """
        return self._call(
            "PATCH", "/v2/medals/{name}", "never",
            {"name": name}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_qualifications(
        self,
        *,
        archived: Literal["false", "true", "all"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[Award], PageMeta]:
        """List qualifications.

        Returns one page of the community's qualifications, ordered by name. Archived ones are excluded unless `archived` includes
        them. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. The number of holders is not
        included: maintaining a counter would serialize concurrent awards.
        """
        return self._call(
            "GET", "/v2/qualifications", "always",
            {}, {"archived": archived, "cursor": cursor, "limit": limit}, {}, None,
        )

    def create_qualification(
        self,
        body: AwardCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Award, ConfigurationMeta]:
        """Create a qualification.

        Creates a qualification. Names are unique in the community, including those of archived qualifications, and are compared
        exactly.

        With `roleUniqueId`, the qualification is bound to a role that is no rank: awarding it queues `role.assign` for the member, and
        removing it `role.unassign`, unless the member holds another award with the role. The award does not wait for the role and is
        kept when it fails. Binding needs `members.roles.write` too; awarding then does not.
        """
        return self._call(
            "POST", "/v2/qualifications", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_qualification(
        self,
        name: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Award, None]:
        """Read a qualification.

        Returns a qualification by name, archived or not.
        """
        return self._call(
            "GET", "/v2/qualifications/{name}", "always",
            {"name": name}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_qualification(
        self,
        name: str,
        body: AwardUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Award, ConfigurationMeta]:
        """Rename, describe, archive or restore a qualification.

        Changes only the given properties. Members keep the qualification and the time of the award. A new name applies at once
        everywhere. An archived qualification stays with its holders and can be removed from them, but cannot be awarded (409
        `qualification_archived`) until `archived: false` restores it. An empty `description` clears it. A request without a
        change succeeds without an audit entry.

        `roleUniqueId` binds the qualification to a role, and `removeRole` unbinds it, from then on: current holders keep what they have. A
        bound role cannot be declared a rank (409 `role_bound`). While `singleRank` makes every role a rank, or when the group no longer
        has the role, none is given or taken.
        """
        return self._call(
            "PATCH", "/v2/qualifications/{name}", "never",
            {"name": name}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_join_requirements(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[JoinRequirements, None]:
        """Read which forms are required to join.

        The forms that are required to join the community. A required form is open, and can be neither closed nor deleted.
        """
        return self._call(
            "GET", "/v2/join-requirements", "always",
            {}, {}, {"If-None-Match": if_none_match}, None,
        )

    def set_join_requirements(
        self,
        body: JoinRequirements,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[JoinRequirements, None]:
        """Set which forms are required to join.

        Replaces the list of forms that are required to join: those that are missing in it are no longer required, and may be closed and deleted. An
        empty list requires none. Each form of the list must be open. The audit log has an entry for each form that changed.
        """
        return self._call(
            "PUT", "/v2/join-requirements", "never",
            {}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_applicant_forms(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Answer[list[ApplicantForm], PageMeta]:
        """List the forms for a player.

        One page of the forms that are open, and of those to which the account submitted, newest first. The account must be linked and
        may be neither restricted nor blacklisted, as for `openApplication`. The eligibility for a form is checked when it is opened. `response` has no feedback,
        and is null for a form with a password: `getApplicationStatus` has both.
        """
        return self._call(
            "GET", "/v2/applicants/{userId}/applications", "always",
            {"userId": user_id}, {"limit": limit, "cursor": cursor}, {}, None,
        )

    def list_notifications(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
    ) -> Answer[list[Notification], NamedPageMeta]:
        """List notifications.

        One page of the notifications of the staff, newest first. Each decision on a response makes one, also a decision by automatic grading; a response
        that waits for a review makes none. A key or a person that went beyond its takes an hour makes one an hour, which callers with
        `audit.read` see. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/notifications", "always",
            {}, {"cursor": cursor, "limit": limit, "names": names}, {}, None,
        )

    def list_all_responses(
        self,
        *,
        status: Literal["Pending", "Passed", "Failed"] | None = None,
        user_id: str | None = None,
        application_id: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[ResponseItem], AllResponsesMeta]:
        """List responses to all forms.

        One page of the responses to all forms of the community, also to deleted ones: the queue of what waits for a review, or with
        `userId` what one account has submitted. With `total`, `meta.forms` counts the responses to each of the newest 100 forms that
        have some, whatever `applicationId` selects.
        """
        return self._call(
            "GET", "/v2/responses", "always",
            {}, {"status": status, "userId": user_id, "applicationId": application_id, "order": order, "cursor": cursor, "limit": limit, "names": names, "total": total}, {}, None,
        )

    def list_platform_operations(
        self,
        *,
        status: Literal["queued", "dispatching", "outcome_pending", "succeeded", "failed", "cancelled"] | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[PlatformOperationSummary], NamedPageMeta]:
        """List platform operations.

        Returns one page of the community's operations on the platform, newest first: rank changes, roles and decisions on join
        requests. Operations stay listed for 30 days after their end. `waitingFor` says why an operation that has not ended waits.
        Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/platform-operations", "always",
            {}, {"status": status, "userId": user_id, "cursor": cursor, "limit": limit, "names": names, "total": total}, {}, None,
        )

    def submit_role_operation(
        self,
        body: RoleOperationRequest,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Give or take a role beside the ranks.

        Queues the assignment (`assign`) or the removal (`unassign`) of a role that is no rank, such as Moderator or VIP, and
        responds before the platform is called. It is an operation of the same queue as a rank change: executed exactly once, in
        the order of acceptance for each member, and read, cancelled and reported in the same way. No other role of the member is
        given or taken.

        Only a role with `managed: false` is accepted; a rank gets 409 `role_is_rank`. Suspensions do not concern these roles. A
        blacklisted account gets none: the operation fails with `member_blacklisted`. An operation that is not sent within
        `deadlineSeconds` is cancelled. `supersede` cancels the queued operations for the same member and role in favour of this one.

        To read an operation with `getPlatformOperation`, the key needs `members.ranks.write`. A key without it sends the same
        request with the same `Idempotency-Key`, which answers the operation as it is then.

        `unassign` counts against `takesPerHourLimit` as in `submitRankOperation`: a person beyond it is asked to confirm, and an
        operation of a key waits.
        """
        return self._call(
            "POST", "/v2/platform-operations/roles", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def submit_join_operation(
        self,
        body: JoinOperationRequest,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Submit a decision on a join request.

        Queues the acceptance or the decline of a request to join the group, and responds before the platform is called. It is an operation
        of the queue of rank changes, with the same guarantees; its kind is `join.accept` or `join.decline`. `supersede` cancels queued decisions on
        the same account.
        """
        return self._call(
            "POST", "/v2/platform-operations/join-requests", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_platform_operation(
        self,
        operation_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Read a platform operation.

        Returns the status and the history of an operation. Operations stay readable for 30 days after their end. Needs `members.ranks.write`, or
        the scope of the kind: `members.roles.write` for `role.*`, `joins.write` for `join.*`, `suspensions.write` for `rank.suspend` and
        `rank.restore`.
        """
        return self._call(
            "GET", "/v2/platform-operations/{operationId}", "always",
            {"operationId": operation_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def cancel_platform_operation(
        self,
        operation_id: str,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Cancel a platform operation.

        Cancels a queued operation of which nothing was sent; it does not run later. Has no body. Needs the scope of the kind:
        `members.ranks.write`, `members.roles.write` for `role.*`, `joins.write` for `join.*`, `suspensions.write` for `rank.suspend` and
        `rank.restore`.
        """
        return self._call(
            "POST", "/v2/platform-operations/{operationId}/cancel", "by key",
            {"operationId": operation_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def retry_platform_operation(
        self,
        operation_id: str,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[PlatformOperation, None]:
        """Retry a platform operation.

        Queues a failed or cancelled operation again, as a new operation of the caller with a deadline of five minutes. A promotion or
        demotion keeps the target that was resolved before, so a retry never promotes twice; without one, it starts from the member's
        rank now. AutoRank decides again. An operation is retried once: after that, retry the retry. A suspension is not retried. Has no
        body. Needs the scope of the kind: `members.ranks.write`, `members.roles.write` for `role.*`, `joins.write` for `join.*`. What it
        takes counts as in `submitRankOperation`.
        """
        return self._call(
            "POST", "/v2/platform-operations/{operationId}/retry", "by key",
            {"operationId": operation_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, None,
        )

    def list_identities(
        self,
        *,
        user_id: str | None = None,
    ) -> Answer[list[Identity], None]:
        """List the ids of an account.

        Returns the ids that the account has in other domains, at most 100, the last reported first. An account without any has an
        empty list.
        """
        return self._call(
            "GET", "/v2/identities", "always",
            {}, {"userId": user_id}, {}, None,
        )

    def report_identities(
        self,
        body: IdentitiesReport,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[list[IdentityResult], None]:
        """Report many ids.

        Reports up to 100 ids of one domain, for example the players of a game server that starts. Each entry is as in `reportIdentity` and has
        a result of its own: one that fails does not stop the others. An id may occur once.
        """
        return self._call(
            "PUT", "/v2/identities", "always",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_identity(
        self,
        domain: str,
        id: str,
    ) -> Answer[Identity, None]:
        """Read an id of a domain.

        Returns the account that has the id in the domain. With `state: pending` or `conflict` the id was reported, and it is not known whose it
        is.
        """
        return self._call(
            "GET", "/v2/identities/{domain}/{id}", "always",
            {"domain": domain, "id": id}, {}, {}, None,
        )

    def report_identity(
        self,
        domain: str,
        id: str,
        body: IdentityReport,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Identity, IdentityReportMeta]:
        """Report an id of a domain.

        A game server reports the id, the name and the display name of a player who joins. `domain` is the universe, the application or the group
        in which the player has the id: `universe-4242`. From then on the id resolves without the platform.

        The account is the one with `groupUserId` if the report has it. Otherwise it is found by the username: a member or an earlier
        report with this name that is not older than a profile may be, or a member with both the name and the id; then the platform is
        asked. If it is not found or the platform does not answer, the report is stored with `state: pending`, and the next report tries again.

        An id whose account is known keeps it, also when the name changes. An account has at most one id in a domain: a report of
        another one is refused with 409 `identity_conflict`, and the operator decides (`npm run admin -- identity list`).
        """
        return self._call(
            "PUT", "/v2/identities/{domain}/{id}", "always",
            {"domain": domain, "id": id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def set_verifications(
        self,
        body: VerificationsSet,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[list[VerificationResult], None]:
        """Link many accounts.

        Links up to 100 accounts, for example the members that a chat bot knows. Each entry is as in `setVerification` and has a result
        of its own: one that fails does not stop the others. An account may occur once.
        """
        return self._call(
            "PUT", "/v2/verifications", "always",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_verification(
        self,
        user_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Verification, None]:
        """Read the chat account of a platform account.

        Returns the chat account that the platform account is linked to. With `source: server` the operator linked it for every community,
        and `chatUserId` is null: an API key does not see what was not entered in its community.
        """
        return self._call(
            "GET", "/v2/verifications/{userId}", "always",
            {"userId": user_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def set_verification(
        self,
        user_id: str,
        body: VerificationSet,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Verification, VerificationChangeMeta]:
        """Link an account to its chat account.

        Links a platform account to an account of the chat platform in this community, so that the player can apply. The caller must know that
        both belong to the same person, for example because the chat bot verified it; otherwise use a code (`createLinkCode`).

        An account that is linked to another chat account is not changed: 409 `account_linked`. With `transfer: true` it is linked to the new
        one; the applicant then no longer sees the feedback of earlier responses. The same link again changes nothing. An account that the
        operator linked for every community also needs `transfer: true`. A chat account may have several platform accounts.
        """
        return self._call(
            "PUT", "/v2/verifications/{userId}", "never",
            {"userId": user_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def delete_verification(
        self,
        user_id: str,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Unlink an account.

        Removes the link that was made in this community. The account cannot apply until it is linked again; responses stay. Without such a
        link nothing changes. A link that the operator made for every community stays, and is removed by the operator.
        """
        return self._call(
            "DELETE", "/v2/verifications/{userId}", "always",
            {"userId": user_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def create_link_code(
        self,
        body: LinkCodeCreate,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[LinkCode, None]:
        """Issue a code that links two accounts.

        Issues a one-time code for one side of a link. There are two ways:

        - The chat bot asks for a code with `chatUserId`, and the player enters it in the game.
        - The game server asks for a code with `userId`, and the player sends it in the chat.

        The other side then calls `redeemLinkCode`. A code has nine letters, is valid once, in this community and for ten minutes unless
        `expiresInSeconds` says otherwise, and is stored as a keyed hash. A new code of an account replaces its former one. A community has at most 1,000
        valid codes at a time: 409 `link_code_limit_reached`.
        """
        return self._call(
            "POST", "/v2/link-codes", "always",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def redeem_link_code(
        self,
        body: LinkCodeRedeem,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Verification, VerificationChangeMeta]:
        """Link two accounts with a code.

        Links the account that the code was issued for to the account of the player who entered it. The game server sends `userId` of the
        player whom it has authenticated; the chat bot sends `chatUserId` of the author of the message. Case, spaces and hyphens of the code
        do not matter.

        A code is consumed by the request that links. An account linked to another chat account gets 409 `account_linked` and the code stays
        valid: ask the player, and send it again with `transfer: true`. A code that is unknown, used, expired or of another community gets 404
        `link_code_not_found`. After five of these within 15 minutes the account that enters codes must wait: 403 `link_attempts_exceeded`,
        with `Retry-After`. A community has at most 300 of them in 15 minutes.
        """
        return self._call(
            "POST", "/v2/link-codes/redeem", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_join_requests(
        self,
        *,
        user_id: str | None = None,
        cursor: str | None = None,
    ) -> Answer[list[JoinRequest], PageMeta]:
        """List join requests.

        One page of the requests to join the group, at most 20, in the order of the platform. They are read from the platform at each
        request. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one. With `userId`, the list has the
        request of this account, or none.
        """
        return self._call(
            "GET", "/v2/join-requests", "always",
            {}, {"userId": user_id, "cursor": cursor}, {}, None,
        )

    def accept_join_request(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[JoinDecision, JoinDecidedMeta]:
        """Accept a join request.

        Accepts the request of the account, and responds when the platform shows it in the group. If the account is in the group already, the
        request succeeds without a write. A blacklisted account gets 409 `member_blacklisted`. The account gets the role that the platform gives to
        a new member. Has no body.
        """
        return self._call(
            "POST", "/v2/join-requests/{userId}/accept", "by key",
            {"userId": user_id}, {"by": by}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def decline_join_request(
        self,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[JoinDecision, JoinDecidedMeta]:
        """Decline a join request.

        Declines the request of the account, and responds when the platform shows it no more. An account that was accepted meanwhile stays in
        the group, and the response is 409 `join_request_accepted`. Has no body.
        """
        return self._call(
            "POST", "/v2/join-requests/{userId}/decline", "by key",
            {"userId": user_id}, {"by": by}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def list_blacklist_entries(
        self,
        *,
        state: Literal["live", "ended", "all"] | None = None,
        user_id: str | None = None,
        group_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[BlacklistEntry], NamedPageMeta]:
        """List blacklist entries.

        Returns one page of the community's blacklist, newest first: active entries, unless `state` selects ended or all entries.
        Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/blacklist-entries", "always",
            {}, {"state": state, "userId": user_id, "groupId": group_id, "cursor": cursor, "limit": limit, "names": names, "total": total}, {}, None,
        )

    def create_blacklist_entry(
        self,
        body: BlacklistEntryCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[BlacklistEntry, BlacklistEntryChangedMeta]:
        """Blacklist an account or a group.

        Blacklists an account, or every account of a platform group: send exactly one of `userId` and `groupId`. A blacklisted
        account cannot open or submit an application form or read its result (403 `applicant_blacklisted`), cannot be promoted
        (409 `member_blacklisted`), and is skipped by AutoRank. It keeps its current rank.

        The account need not be a member and does not become one. An account or group has at most one active entry: a second
        one gets 409 `blacklist_entry_exists`, which names the first. While a group is blacklisted, each access to a form
        requests the account's groups from the platform, and is refused when these are unavailable, as without a connection.
        """
        return self._call(
            "POST", "/v2/blacklist-entries", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def get_blacklist_entry(
        self,
        blacklist_entry_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[BlacklistEntry, None]:
        """Read a blacklist entry.

        Returns an entry, active or ended. Entries are never deleted.
        """
        return self._call(
            "GET", "/v2/blacklist-entries/{blacklistEntryId}", "always",
            {"blacklistEntryId": blacklist_entry_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_blacklist_entry(
        self,
        blacklist_entry_id: str,
        body: BlacklistEntryUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[BlacklistEntry, BlacklistEntryChangedMeta]:
        """Change a blacklist entry.

        Changes the reason, evidence or expiry of an entry; absent properties stay. An ended entry cannot be changed: 409
        `blacklist_entry_ended`. If nothing changes, `meta.auditId` is null.
        """
        return self._call(
            "PATCH", "/v2/blacklist-entries/{blacklistEntryId}", "never",
            {"blacklistEntryId": blacklist_entry_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def lift_blacklist_entry(
        self,
        blacklist_entry_id: str,
        body: BlacklistEntryLift | None = None,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[BlacklistEntry, BlacklistEntryChangedMeta]:
        """Lift a blacklist entry.

        Ends an entry early; it stays on record with the author and the reason. An entry that has already ended, lifted or
        expired, gets 409 `blacklist_entry_ended`.
        """
        return self._call(
            "POST", "/v2/blacklist-entries/{blacklistEntryId}/lift", "by key",
            {"blacklistEntryId": blacklist_entry_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_warnings(
        self,
        *,
        state: Literal["live", "ended", "all"] | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[Warning], WarningPageMeta]:
        """List warnings.

        Returns one page of the community's warnings, newest first: active warnings, unless `state` selects ended or all
        warnings. With `userId`, `meta.activePoints` is the sum of the account's active points, independent of the page.
        Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/warnings", "always",
            {}, {"state": state, "userId": user_id, "cursor": cursor, "limit": limit, "names": names, "total": total}, {}, None,
        )

    def create_warning(
        self,
        body: WarningCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Warning, WarningChangedMeta]:
        """Warn a member.

        Warns a member. The points count until the warning expires or is revoked. `meta.activePoints` is the sum of the member's
        active points including this warning: concurrent warnings return different sums, so exactly one response crosses a
        threshold. A platform account that is not a member yet becomes one.
        """
        return self._call(
            "POST", "/v2/warnings", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_warning(
        self,
        warning_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Warning, None]:
        """Read a warning.

        Returns a warning, active or ended. Warnings are never deleted.
        """
        return self._call(
            "GET", "/v2/warnings/{warningId}", "always",
            {"warningId": warning_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def revoke_warning(
        self,
        warning_id: str,
        body: WarningRevoke,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Warning, WarningChangedMeta]:
        """Revoke a warning.

        Revokes a warning: its points no longer count, and it stays on record with the author and the reason. A warning that has
        already ended, revoked or expired, gets 409 `warning_ended`.
        """
        return self._call(
            "POST", "/v2/warnings/{warningId}/revoke", "by key",
            {"warningId": warning_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_suspensions(
        self,
        *,
        state: Literal["live", "suspending", "active", "restoring", "ended"] | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        names: Literal["1", "true"] | None = None,
        total: Literal["1", "true"] | None = None,
    ) -> Answer[list[Suspension], NamedPageMeta]:
        """List suspensions.

        Returns one page of the community's suspensions, newest first, including ended ones. `state=live` selects those that
        have not ended.
        """
        return self._call(
            "GET", "/v2/suspensions", "always",
            {}, {"state": state, "userId": user_id, "limit": limit, "cursor": cursor, "names": names, "total": total}, {}, None,
        )

    def create_suspension(
        self,
        body: SuspensionCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[Suspension, None]:
        """Suspend a member.

        Moves the member to the suspended rank on the platform for a time, and responds when the platform shows it. The former
        rank is recorded as shown by the platform at the move. During the suspension all other rank changes of the member are
        refused with 409 `member_suspended`, and AutoRank skips the member. At its end the former rank is restored, unless the
        rank was changed manually on the platform meanwhile: a manual change is never undone.

        The rank is `rankUniqueId`, else the community's suspended rank (`updateSuspensionSettings`). `rankUniqueId` also needs
        `members.ranks.write`, because it can be any assignable rank. After a definite failure the suspension ends, and rank
        changes are possible again. If the outcome is unknown, the suspension stays until the scheduler has resolved it, and
        `details.suspensionId` of the error is its id. Read it: when it has ended as `failed`, suspend again. An error with
        `suspension` in `details.committed` says that the suspension is in force. Do not suspend again then.
        """
        return self._call(
            "POST", "/v2/suspensions", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def get_suspension(
        self,
        suspension_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Suspension, None]:
        """Read a suspension.

        Returns a suspension, live or ended.
        """
        return self._call(
            "GET", "/v2/suspensions/{suspensionId}", "always",
            {"suspensionId": suspension_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_suspension(
        self,
        suspension_id: str,
        body: SuspensionUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Suspension, None]:
        """Extend or shorten a suspension.

        Changes the end, the reason, or both, while the suspension is live and not lifted. `durationSeconds` counts from now.
        To end it at once, lift it.
        """
        return self._call(
            "PATCH", "/v2/suspensions/{suspensionId}", "never",
            {"suspensionId": suspension_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def lift_suspension(
        self,
        suspension_id: str,
        body: SuspensionLift | None = None,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Suspension, None]:
        """Lift a suspension.

        Ends the suspension early, and responds when the rank is restored or there is nothing to restore: `outcome` has the
        result. Lifting a suspension that is ending or has ended succeeds without a change.

        An accepted lift restores the rank eventually: when the outcome is not known in time, or the platform refuses,
        `details.committed` of the error contains `lift`. Read the suspension.
        """
        return self._call(
            "POST", "/v2/suspensions/{suspensionId}/lift", "by key",
            {"suspensionId": suspension_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_suspension_settings(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[SuspensionSettings, None]:
        """Read the suspended rank.

        Returns the rank of suspended members, used when a suspension has no rank of its own.
        """
        return self._call(
            "GET", "/v2/suspension-settings", "always",
            {}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_suspension_settings(
        self,
        body: SuspensionSettingsUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[SuspensionSettings, None]:
        """Set the suspended rank.

        Sets the rank of suspended members, or removes it. Setting one also needs `members.ranks.write`, because suspensions then
        assign it. Live suspensions keep their rank. A rank that is not stored yet is looked up on the platform once. Do not
        use a rank with an AutoRank threshold: AutoRank would assign it to members with enough experience.
        """
        return self._call(
            "PATCH", "/v2/suspension-settings", "never",
            {}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_event_types(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[EventType], EventPageMeta]:
        """List event types.

        Returns one page of the community's event types, newest first, including archived ones. Pass `meta.nextCursor` as
        `cursor` to get the next page; it is null on the last one. A page ends early when its texts and awards reach 1 MiB.
        """
        return self._call(
            "GET", "/v2/event-types", "always",
            {}, {"cursor": cursor, "limit": limit}, {}, None,
        )

    def create_event_type(
        self,
        body: EventTypeCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[EventType, None]:
        """Create an event type.

        Creates an event type. Every event has a type. The `awards` of a type are the default for its new events. Their medals
        and ranks must exist.

        `awards` need further scopes and features besides `events.write`: `experience` needs `members.experience.write` and
        `experience`, `quotaPoints` needs `members.quota.write` and `quota`, `medals` needs `members.medals.write` and `medals`,
        `rank` needs `members.ranks.write` and `rank-management`. They are checked here, when the awards are changed, when an
        event of the type is created, and again when the event is finished, with the key and plan at that time.
        """
        return self._call(
            "POST", "/v2/event-types", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_event_type(
        self,
        event_type_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[EventType, None]:
        """Read an event type.

        Returns an event type, archived or not.
        """
        return self._call(
            "GET", "/v2/event-types/{eventTypeId}", "always",
            {"eventTypeId": event_type_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_event_type(
        self,
        event_type_id: str,
        body: EventTypeUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[EventType, None]:
        """Change an event type.

        Changes the given properties. New `awards` apply to events created from now on; existing events keep their copy. They
        need further scopes and features (`createEventType`). An archived type cannot be used for new events; existing events
        are not affected.
        """
        return self._call(
            "PATCH", "/v2/event-types/{eventTypeId}", "never",
            {"eventTypeId": event_type_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_events(
        self,
        *,
        state: Literal["scheduled", "active", "finished", "cancelled"] | None = None,
        event_type_id: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[Event], EventPageMeta]:
        """List events.

        Returns one page of the community's events by start time, latest first. `from` and `to` limit `startsAt`: `from`
        inclusive, `to` exclusive. A page ends early when its texts and awards reach 1 MiB.
        """
        return self._call(
            "GET", "/v2/events", "always",
            {}, {"state": state, "eventTypeId": event_type_id, "from": from_, "to": to, "cursor": cursor, "limit": limit}, {}, None,
        )

    def create_event(
        self,
        body: EventCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Event, None]:
        """Create an event.

        Schedules an event of a type that is not archived. If `awards` is absent, it is copied from the type; it can be changed
        until the event ends. Given or copied awards need further scopes and features (`createEventType`). The host becomes a
        member if necessary; only an attendee is awarded, and the host is not an attendee automatically.
        """
        return self._call(
            "POST", "/v2/events", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_event(
        self,
        event_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Event, None]:
        """Read an event.

        Returns an event with the numbers of its attendees.
        """
        return self._call(
            "GET", "/v2/events/{eventId}", "always",
            {"eventId": event_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_event(
        self,
        event_id: str,
        body: EventUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Event, None]:
        """Change an event.

        Changes the given properties, until the event is finished or cancelled; absent properties stay, so that concurrent
        changes of different properties do not conflict. `removeHost` and `removeEndsAt` are for clients that cannot send null.
        New `awards` need further scopes and features (`createEventType`).
        """
        return self._call(
            "PATCH", "/v2/events/{eventId}", "never",
            {"eventId": event_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def start_event(
        self,
        event_id: str,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Event, None]:
        """Start an event.

        Changes the state from `scheduled` to `active`. Has no body.
        """
        return self._call(
            "POST", "/v2/events/{eventId}/start", "by key",
            {"eventId": event_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def finish_event(
        self,
        event_id: str,
        *,
        wait: bool | None = None,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Event, EventFinishMeta]:
        """Finish an event.

        Changes the state from `active` to `finished`, which is final, and awards every attendee whose attendance is `present`.
        Experience, quota points and medals are awarded in the same transaction, which also queues the rank changes as platform
        operations. All awards are given exactly once, also with concurrent requests and process failures. Has no body.

        A finished event gets 200 with `meta.replayed` true and no awards: retry after a lost response.

        The key needs `events.write` and the scopes and features of the event's `awards` (`createEventType`); otherwise the
        response is 403 and the event stays active. The community's award limits per call apply to each member: the sum of the
        points of all rules for its role is reduced to the limit, which `clamped` in `listEventAwards` shows. A medal with a role
        that the caller, or who stored the event or bound the role, may not give to the member is withheld with its role.

        **Rank changes.** A member has at most one: the rank of the first rule for its role that has one, else AutoRank on the
        new experience. Rank changes that the platform throttles or fails are retried for an hour. With at most 20 of them, the
        response waits for their end up to the deployment's time limit (ten seconds by default). If one has not ended then, or
        has failed on the platform, the response is its error, for the first such member by user id, and the event stays
        finished: `details.committed` contains `event` and those of `experience`, `quotaPoints` and `medals` that were awarded.
        Do not award again; `listEventAwards` has the result of every member. A change that is not permitted (the member is not
        in the group, has the highest rank, or is suspended) is not an error of this request: it is counted as failed, with its
        code. With more than 20, or `wait=false`, the response is 200 at once and `meta.pendingOperations` has the operations.
        """
        return self._call(
            "POST", "/v2/events/{eventId}/finish", "by key",
            {"eventId": event_id}, {"wait": wait}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def cancel_event(
        self,
        event_id: str,
        body: EventCancel | None = None,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Event, None]:
        """Cancel an event.

        Changes the state from `scheduled` or `active` to `cancelled`, which is final. Nothing is awarded.
        """
        return self._call(
            "POST", "/v2/events/{eventId}/cancel", "by key",
            {"eventId": event_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_event_attendees(
        self,
        event_id: str,
        *,
        attendance: Literal["registered", "present", "absent", "excused"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[EventAttendee], EventPageMeta]:
        """List attendees.

        Returns one page of attendees, ordered by user id.
        """
        return self._call(
            "GET", "/v2/events/{eventId}/attendees", "always",
            {"eventId": event_id}, {"attendance": attendance, "cursor": cursor, "limit": limit}, {}, None,
        )

    def set_event_attendees(
        self,
        event_id: str,
        body: EventAttendeesSet,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[list[EventAttendee], EventAttendeesReplyMeta]:
        """Set attendees.

        Sets up to 100 attendees atomically, for example all players of a round. Each entry is as in `setEventAttendee`, by
        user id. If an account does not exist on the platform, the request is rejected, and the message names the account.
        """
        return self._call(
            "PUT", "/v2/events/{eventId}/attendees", "always",
            {"eventId": event_id}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def set_event_attendee(
        self,
        event_id: str,
        user_id: str,
        body: EventAttendeeSet,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[EventAttendee, EventAttendeeReplyMeta]:
        """Set an attendee.

        Adds the account to the event or changes its role and attendance, until the event ends. Absent properties stay; the
        defaults of a new attendee are `participant` and `registered`. The account becomes a member if necessary. An event has
        at most 1,000 attendees.
        """
        return self._call(
            "PUT", "/v2/events/{eventId}/attendees/{userId}", "always",
            {"eventId": event_id, "userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def remove_event_attendee(
        self,
        event_id: str,
        user_id: str,
        *,
        by: Literal["userId", "username"] | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Remove an attendee.

        Removes the account from the event, until the event ends. Removing an account that does not attend changes nothing.
        """
        return self._call(
            "DELETE", "/v2/events/{eventId}/attendees/{userId}", "always",
            {"eventId": event_id, "userId": user_id}, {"by": by}, {"X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def list_event_awards(
        self,
        event_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[EventAward], EventPageMeta]:
        """List event awards.

        Returns one page of the awards of each member, ordered by user id, with the current status of the member's rank change.
        Empty until the event is finished. A page ends early when its awards reach 1 MiB.
        """
        return self._call(
            "GET", "/v2/events/{eventId}/awards", "always",
            {"eventId": event_id}, {"cursor": cursor, "limit": limit}, {}, None,
        )

    def list_audit_entries(
        self,
        *,
        order: Literal["feed", "newest"] | None = None,
        user_id: str | None = None,
        action: str | None = None,
        actor_kind: Literal["key", "operator", "job", "person", "applicant", "platform"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        names: Literal["1", "true"] | None = None,
    ) -> Answer[list[AuditEntry], AuditEntryPageMeta]:
        """List audit entries.

        Returns audit entries. Every change in the community writes an entry in its transaction: actor, action, former and new
        values, and the request. Every `getResponse` that returns a response writes one too.
        The default is a feed, oldest first: with `meta.nextCursor`, which is always set, a client gets every entry exactly once,
        also with concurrent writers. A page may have fewer entries than `limit`, or none, and ends early when its entries reach
        1 MiB; `meta.hasMore` shows whether to continue at once or to poll later. An entry appears when all transactions that
        began before it have ended, usually within milliseconds. `order=newest` returns the newest entries first without this
        delay and ends with a `nextCursor` of null; it is not suitable for following. A cursor is valid for its filters and order.
        In areas with a separate scope, entries have no `before`, `after` and `reason` for a key without the scope, and
        `requiredScope` names it: `blacklists.read`, `warnings.read`, `suspensions.read`, `events.read`, `applications.read`,
        `applications.responses.read`, and `applications.write` for templates.
        The operator sets the retention, at least 31 days. 409 `audit_entries_forgotten` means that entries after the cursor
        were deleted before they were read.
        """
        return self._call(
            "GET", "/v2/audit-entries", "always",
            {}, {"order": order, "userId": user_id, "action": action, "actorKind": actor_kind, "limit": limit, "cursor": cursor, "names": names}, {}, None,
        )

    def create_reversal(
        self,
        body: ReversalRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[Reversal, NamedMeta]:
        """Take changes back.

        Takes back what one author changed: experience, quota points, medals, qualifications, ranks and roles of members, warnings,
        blacklist entries, suspensions and forms. The author
        is a key, a person, an operator, a job or an account of the platform in a window of time, or one batch, event, earlier
        reversal or audit entry. The answer is the reversal, which a job carries out in steps of about 500 entries; read it until its `state` is `finished`, and its entries with
        `listReversalItems`. With `dryRun` the same job decides the same for each entry, and changes nothing.

        **Points** are taken back as differences, so later increments and decrements of others stay. Experience and quota points
        are clamped as by an award. After a later `set` by others, which chose the value, the earlier change is `superseded`.
        **Medals and qualifications** go back to the state before the author's changes, if the author's last change is still the
        last one of the member and the award; otherwise the entry is `superseded`, and `supersededBy` names the later change.
        An award and its role are taken back together: where the bounds of the key do not allow the role, both are kept
        (`operation_failed`). AutoRank decides for members whose experience changed.

        **Ranks and roles** are taken back by operations of the queue, each within 24 hours. A member gets the rank back that it held
        before the author's changes; the entry is `queued` until the operation ends. What the member holds is read again from the platform:
        when it is not what the author left, a later change is kept, also one by hand (`superseded`, `state_differs`). The scope
        and the bounds of the key hold as for any change: an operation that is refused or fails is `impossible`, with its `errorCode`.

        **Warnings, blacklist entries and suspensions** that the author made are ended, and changed ones get their former values. A warning
        that was revoked and a blacklist entry that was lifted are live again, unless they have expired (`has_ended`) or another entry was made
        since. The restore of a suspended member follows, before its rank is taken back. A suspension that was lifted stays so (`suspension_lifted`).

        **Forms** that the author created are deleted as `deleteApplication` does, with their responses kept. A changed form gets its former
        definition as a new version, and a deleted one is there again. The password is kept as it is (`password_kept`): set it anew. What would close
        or delete a required form is `impossible`.

        The source `account` takes back what one account changed **by hand on the platform**, such as a raid. The changes are read
        from the audit log of the group, for which the credential needs `legacy-group:manage`, at most 10,000 entries of all accounts since
        four minutes before the window. A member gets the rank back that it held before the changes of the account; other roles are
        given or taken again. What others changed later, by hand or through the server, is kept (`later_change`). Neither the account nor
        the members need be known to the server. The account of the platform credential is refused, because the log shows the changes of the
        server under it. While the writes to the group are paused, the operations wait for the resumption.

        An audit entry is taken back once. Its own entry names it (`after.reverses`; the times of changes by hand are in
        `after.reversesByHand`), and can be taken back in turn, also with the whole reversal. Entries of a kind that the key may not change itself are `impossible`.

        The window begins at most 31 days ago. A window with more than 10,000 entries fails with `too_many_entries`, and nothing is
        changed: use shorter ones. End the author first (revoke the key): a change that is written while the entries are
        collected may be left out. The record of a reversal is kept for 32 days, that of a dry run for one, and a caller keeps its last 10 dry runs.
        A caller may store a quarter of what the community may store of reversals and their entries, and all keys together half of it (`storage_limit_reached`).
        """
        return self._call(
            "POST", "/v2/reversals", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key}, body,
        )

    def list_reversals(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        names: Literal["1", "true"] | None = None,
    ) -> Answer[list[Reversal], NamedPageMeta]:
        """List reversals.

        Returns one page of the reversals and dry runs that are kept, newest first: what was taken back, or would be. A dry run is kept for a day,
        another reversal for 32 days. Pass `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/reversals", "always",
            {}, {"cursor": cursor, "limit": limit, "names": names}, {}, None,
        )

    def get_reversal(
        self,
        reversal_id: str,
        *,
        names: Literal["1", "true"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[Reversal, NamedMeta]:
        """Read a reversal.

        Returns a reversal or a dry run: its state, and how many entries were taken back, superseded or impossible to take back.
        """
        return self._call(
            "GET", "/v2/reversals/{reversalId}", "always",
            {"reversalId": reversal_id}, {"names": names}, {"If-None-Match": if_none_match}, None,
        )

    def delete_reversal(
        self,
        reversal_id: str,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Delete a reversal.

        Deletes a reversal that has ended, or a dry run, with its entries. What was taken back stays so, and is not taken back a second time: the audit
        log has it. A key deletes what it asked for itself; people delete all. A dry run is deleted by itself after a day, another reversal after 32 days.
        """
        return self._call(
            "DELETE", "/v2/reversals/{reversalId}", "never",
            {"reversalId": reversal_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def list_reversal_items(
        self,
        reversal_id: str,
        *,
        state: Literal["open", "queued", "taken_back", "superseded", "impossible"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        names: Literal["1", "true"] | None = None,
    ) -> Answer[list[ReversalItem], NamedPageMeta]:
        """List what becomes of each entry of a reversal.

        Returns one page of the audit entries of a reversal, oldest first: taken back, `superseded` by a later change, or impossible to
        take back, with the reason. In a dry run, `taken_back` is what the reversal would do, and `auditId` of the result is null. Entries that
        the caller may not read are left out: those of members need `members.read`, those of records `warnings.read`, `blacklists.read`,
        `suspensions.read` or `applications.read`. `counts` of the reversal has all of them.
        """
        return self._call(
            "GET", "/v2/reversals/{reversalId}/items", "always",
            {"reversalId": reversal_id}, {"state": state, "limit": limit, "cursor": cursor, "names": names}, {}, None,
        )

    def award_batch(
        self,
        body: AwardBatchRequest,
        *,
        x_on_behalf_of: str | None = None,
        x_confirmed: str | None = None,
    ) -> Answer[AwardBatch, AwardBatchAnswerMeta]:
        """Award many members.

        Changes experience and quota points and awards medals of up to 100 members in one request, which counts as one for the
        rate limit. A game server on the platform can send 500 requests per minute in total: collect the awards of a round or
        of half a minute, and send them together.

        **Entries are independent.** Each succeeds or fails with the result of an equivalent single request. An entry is atomic:
        if one part fails, none is applied, and the first failed part determines the code. Entries are applied in the given
        order, also several entries of one member. Accounts that are not members yet become members; the platform is called
        only for these and for usernames that were not resolved recently.

        **Retries are safe.** `batchId` identifies the batch for 24 hours, per API key and the key that it is rotated to. The same
        `batchId` with the same entries returns the first outcome with `meta.replayed` and awards nothing; with other entries it
        gets 409 `batch_id_reused`. Batches of other API keys are not returned. Failures are part of the outcome: send failed
        entries again with a new `batchId`, for example after an outage of the platform.

        Every entry needs this operation's scope; an entry with `quotaPoints` also needs `members.quota.write` and the feature
        `quota`, one with `medals` also `members.medals.write` and the feature `medals`, or it fails with `insufficient_scope` or
        `feature_unavailable`. These two are evaluated again when the batch is retried: entries refused for a missing feature
        are applied when the plan has it. `member` has the same two numbers as the response of `changeExperience`.

        **AutoRank** runs once per member, after all entries of the member. The response does not wait for the rank change: it
        is queued together with the awards, executed as a platform operation within an hour, and named in
        `autoRank.operationId`. If it cannot be queued, `autoRank` has the reason; the awards stay, and the member's next award
        or sync tries again.
        """
        return self._call(
            "POST", "/v2/award-batches", "always",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of, "X-Confirmed": x_confirmed}, body,
        )

    def get_award_batch(
        self,
        batch_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[AwardBatch, AwardBatchAnswerMeta]:
        """Read the outcome of an award batch.

        Returns the outcome of a batch of this API key for 24 hours, for example after a lost response. 404 `batch_not_found`
        means that nothing was applied: the batch was not received, or is in progress. Sending the same batch again has the
        same result.
        """
        return self._call(
            "GET", "/v2/award-batches/{batchId}", "always",
            {"batchId": batch_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def list_webhooks(
        self,
    ) -> Answer[list[Webhook], None]:
        """List webhook endpoints.

        Returns the community's endpoints, at most ten, oldest first, without their secrets.
        """
        return self._call(
            "GET", "/v2/webhooks", "always",
            {}, {}, {}, None,
        )

    def create_webhook(
        self,
        body: WebhookCreate,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[WebhookWithSecret, None]:
        """Create a webhook endpoint.

        Registers a URL for messages about events in the community from now on: a POST for each message in the format of
        Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`; body `{type, timestamp, data}`). Only this
        response contains the secret: `whsec_` and the base64 of the HMAC-SHA256 key.

        Respond with 2xx within 15 seconds. Otherwise the message is retried after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h
        and 24 h, then parked; 410 disables the endpoint, and so do three days without a success. Delivery is at least once:
        detect duplicates by `webhook-id`, which is the same for every attempt. Messages about a member are in the order of the
        events. Messages never contain answers, notes, feedback or reasons.

        The URL must be https with a public address and a port for HTTP; it is checked now and at every delivery. Redirects are not
        followed.

        A request that is repeated with its `Idempotency-Key` creates no second endpoint and returns `secret: null`. If the first answer
        was lost, rotate the secret.
        """
        return self._call(
            "POST", "/v2/webhooks", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_webhook(
        self,
        webhook_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Webhook, None]:
        """Read a webhook endpoint.

        Returns an endpoint with its state: since when it has been failing, or why it is disabled.
        """
        return self._call(
            "GET", "/v2/webhooks/{webhookId}", "always",
            {"webhookId": webhook_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_webhook(
        self,
        webhook_id: str,
        body: WebhookUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[Webhook, None]:
        """Update a webhook endpoint.

        Changes the given properties. `enabled: false` parks undelivered messages; events until `enabled: true` are not sent.
        Parked messages can be redelivered.
        """
        return self._call(
            "PATCH", "/v2/webhooks/{webhookId}", "never",
            {"webhookId": webhook_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def delete_webhook(
        self,
        webhook_id: str,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[None, None]:
        """Delete a webhook endpoint.

        Deletes the endpoint and its messages. An attempt in progress may still arrive.
        """
        return self._call(
            "DELETE", "/v2/webhooks/{webhookId}", "never",
            {"webhookId": webhook_id}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def rotate_webhook_secret(
        self,
        webhook_id: str,
        body: WebhookRotation | None = None,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[WebhookWithSecret, None]:
        """Rotate the secret of a webhook endpoint.

        Creates a new secret, which only this response contains. During the overlap both secrets sign, so that
        `webhook-signature` has two signatures; at most one previous secret is kept.

        A request that is repeated with its `Idempotency-Key` rotates nothing again and returns `secret: null`. If the first answer was
        lost, rotate with another key.
        """
        return self._call(
            "POST", "/v2/webhooks/{webhookId}/rotate-secret", "by key",
            {"webhookId": webhook_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def send_test_message(
        self,
        webhook_id: str,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[WebhookDelivery, None]:
        """Send a test message.

        Sends a message of type `webhook.test` with empty `data`, regardless of the endpoint's types. It does not wait for other
        messages and is attempted once; its delivery has the result.
        """
        return self._call(
            "POST", "/v2/webhooks/{webhookId}/test", "by key",
            {"webhookId": webhook_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "delivered", "parked"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[WebhookDelivery], PageMeta]:
        """List the messages of a webhook endpoint.

        Returns one page of the endpoint's messages, newest first, each with its attempts. Delivered ones are kept for 7 days,
        parked ones for 30.
        """
        return self._call(
            "GET", "/v2/webhooks/{webhookId}/deliveries", "always",
            {"webhookId": webhook_id}, {"status": status, "cursor": cursor, "limit": limit}, {}, None,
        )

    def redeliver_webhook_message(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[WebhookDelivery, None]:
        """Redeliver a message.

        Sends a parked or delivered message again with the same `webhook-id`, after pending messages about the same member. A
        pending message is attempted now, with those before it.
        """
        return self._call(
            "POST", "/v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", "by key",
            {"webhookId": webhook_id, "deliveryId": delivery_id}, {}, {"Idempotency-Key": idempotency_key, "X-On-Behalf-Of": x_on_behalf_of}, None,
        )

    def get_key(
        self,
    ) -> Answer[CurrentKey, None]:
        """Read the key of the request.

        Returns what the key of this request may do: its community, scopes, expiry, networks, bounds and rate limits. Every key may
        call it, also a paused one, without a scope. The secret is not returned.
        """
        return self._call(
            "GET", "/v2/key", "always",
            {}, {}, {}, None,
        )

    def list_keys(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[ApiKey], PageMeta]:
        """List keys.

        Returns one page of the community's keys, oldest first, including revoked and expired ones. Pass `meta.nextCursor` as
        `cursor` to get the next page; it is null on the last one. No secret is returned.
        """
        return self._call(
            "GET", "/v2/keys", "always",
            {}, {"cursor": cursor, "limit": limit}, {}, None,
        )

    def create_key(
        self,
        body: ApiKeyCreate,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[NewApiKey, None]:
        """Create a key.

        Creates a key, and returns its secret in `key` this one time. A person whose role depends on a rank creates none. It has nothing that the calling key lacks: its scopes are among
        the caller's, it expires no later, and it may be used from no other network. Otherwise the answer is 403
        `key_authority_exceeded`. Without `expiresAt` it expires in a year, or with the caller if that is sooner; without
        `allowedAddresses` it has the caller's networks. It acts for no member unless it has `actFor`. Without `takesPerHourLimit`, it may take 300 times an hour,
        or as often as the caller if that is less; what it takes counts for the caller too. Without bounds, it
        gives and touches the ranks that the caller may; what no key gives is said at the rank (`updateRank`, `assignable`). A `preset`
        stands for scopes, takes an hour and `actFor`; its takes are those of the caller if they are less. The keys of a community can create 50 keys that are live at a
        time, unless the operator set another number.

        A request that is repeated with its `Idempotency-Key` creates no second key and returns `key: null`: the server keeps no
        secret that it could return again. If the first answer was lost, rotate the key with `overlapSeconds: 0`.
        """
        return self._call(
            "POST", "/v2/keys", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key}, body,
        )

    def get_key_by_id(
        self,
        key_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[ApiKey, None]:
        """Read a key.

        Returns a key of the community, with its state. `GET /v2/key` returns the key of the request, with its limits.
        """
        return self._call(
            "GET", "/v2/keys/{keyId}", "always",
            {"keyId": key_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_key(
        self,
        key_id: str,
        body: ApiKeyUpdate,
        *,
        dependants: Literal["keep", "end"] | None = None,
        if_match: str | None = None,
    ) -> Answer[ApiKey, DependantsMeta]:
        """Change a key.

        Changes the given properties. The calling key must have every scope that the key has. A change that gives the key anything
        (a scope, time, a network, a rank, a higher number, or use by `enabled` or `paused`) also needs everything that the key has afterwards: a key can give nothing that it
        lacks, and cannot extend itself. A caller that has an end, networks or a role that depends on a rank changes others only to reduce them, and
        nobody resumes, enables or widens the key that made them. `meta.dependants` lists what the key made, when it is disabled or paused. Every process applies the change within a second.

        A later `expiresAt` makes an expired key live again, which needs room as for `createKey`: 409 `key_limit_reached`. A revoked key
        stays revoked, and an expired key that the operator created stays expired: 409 `key_ended`.
        """
        return self._call(
            "PATCH", "/v2/keys/{keyId}", "never",
            {"keyId": key_id}, {"dependants": dependants}, {"If-Match": if_match}, body,
        )

    def revoke_key(
        self,
        key_id: str,
        *,
        dependants: Literal["keep", "end"] | None = None,
    ) -> Answer[ApiKey, DependantsMeta]:
        """Revoke a key.

        Revokes a key permanently; every process refuses it within a second. The calling key must have every scope of the key. It may
        revoke itself. A key that is revoked already stays as it is. `meta.dependants` lists the live keys and people that it made; with
        `dependants=end` they end too, for which the caller needs every scope that they have, and `people.write` where there are people.
        """
        return self._call(
            "POST", "/v2/keys/{keyId}/revoke", "always",
            {"keyId": key_id}, {"dependants": dependants}, {}, None,
        )

    def rotate_key(
        self,
        key_id: str,
        body: KeyRotation | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[NewApiKey, None]:
        """Replace a key.

        Creates a key with the same name, scopes, networks and bounds, and returns its secret this one time. The old key expires after the
        overlap, in which both are valid. The new key continues the old one: it owns its idempotency keys and batches. It has nothing
        that the calling key lacks, as for `createKey`, and nobody rotates the key that made them. A revoked or expired key gets 409 `key_ended`.

        A request that is repeated with its `Idempotency-Key` replaces nothing again and returns `key: null`, as for `createKey`. If the
        first answer was lost, rotate the new key.
        """
        return self._call(
            "POST", "/v2/keys/{keyId}/rotate", "by key",
            {"keyId": key_id}, {}, {"Idempotency-Key": idempotency_key}, body,
        )

    def list_people(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[Person], PageMeta]:
        """List people.

        Returns one page of the people of the community's staff, oldest first. Pass `meta.nextCursor` as `cursor` to get the next
        page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/people", "always",
            {}, {"cursor": cursor, "limit": limit}, {}, None,
        )

    def create_person(
        self,
        body: PersonCreate,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[InvitedPerson, None]:
        """Create a person.

        Creates a person with a role, and returns the link of a one-time `invitation` this one time. Whoever opens the link within 72
        hours registers a passkey and is signed in. A key with an end or networks, and a person whose role depends on a rank, create nobody. The person gets no scope, wider bounds or higher number than the caller has:
        otherwise the answer is 403 `authority_exceeded`. Without bounds, the person gives and touches the ranks that the
        caller may. Without `takesPerHourLimit`, a viewer takes nothing, and others up to 300 times an hour.

        `userId` binds the person to a member: nothing else does. With `lowestRankUniqueId`, which needs it, the role counts only while
        the member holds that rank or a higher one on the platform.

        A request that is repeated with its `Idempotency-Key` creates no second person and returns `invitation: null`. If the first
        answer was lost, invite the person again.
        """
        return self._call(
            "POST", "/v2/people", "by key",
            {}, {}, {"Idempotency-Key": idempotency_key}, body,
        )

    def get_person(
        self,
        person_id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Person, None]:
        """Read a person.

        Returns a person of the community's staff.
        """
        return self._call(
            "GET", "/v2/people/{personId}", "always",
            {"personId": person_id}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_person(
        self,
        person_id: str,
        body: PersonUpdate,
        *,
        dependants: Literal["keep", "end"] | None = None,
        if_match: str | None = None,
    ) -> Answer[Person, DependantsMeta]:
        """Change a person.

        Changes the name, the role, the bounds, the takes an hour, or whether the person may sign in or write. `enabled: false` ends
        all sessions of the person at once. `paused: false` resumes a person whom somebody paused. A new role brings the takes of a
        new person of the role, unless the request names others; the bounds stay. `userId` and `lowestRankUniqueId` bind the person to a
        member and the role to a rank, as in `createPerson`; the role then counts when the rank has been read on the platform, which
        takes seconds. `meta.dependants` lists the live keys and people that the person made, when the person is disabled or paused; with
        `dependants=end` they end too, for which the caller needs every scope that they have, and `keys.write` where there are keys.

        The caller must have every scope of the former and of the new role; and where the person gains anything, everything that the
        person then has, which a change of the lowest rank, or of the member of such a person, may be. Nobody changes these of
        themselves. A caller that has an end, networks or a role that depends on a rank changes others only to reduce them, and nobody
        resumes, enables or widens the person who made them. Otherwise the answer is 403 `authority_exceeded`. The last administrator whose role
        depends on no rank is not disabled, demoted, bound or narrowed, and does not pause itself: 409 `last_administrator`.
        """
        return self._call(
            "PATCH", "/v2/people/{personId}", "never",
            {"personId": person_id}, {"dependants": dependants}, {"If-Match": if_match}, body,
        )

    def delete_person(
        self,
        person_id: str,
        *,
        dependants: Literal["keep", "end"] | None = None,
        if_match: str | None = None,
    ) -> Answer[None, None]:
        """Delete a person.

        Deletes the person, with the passkey, the account at the issuer, an open invitation and all sessions; what was queued in the name
        of the person does not run any more. The caller must have every scope of the person's role: otherwise the answer is 403
        `authority_exceeded`. The last administrator whose role depends on no rank is not deleted: 409 `last_administrator`. Keys and people
        that the person made stay, and a notification lists them; with `dependants=end` they end too, for which the caller needs every scope
        that they have. The audit log keeps what the person did, under the id. `enabled: false` locks a person out who may come back.
        """
        return self._call(
            "DELETE", "/v2/people/{personId}", "never",
            {"personId": person_id}, {"dependants": dependants}, {"If-Match": if_match}, None,
        )

    def invite_person(
        self,
        person_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[InvitedPerson, None]:
        """Invite a person again.

        Returns the link of a new one-time invitation this one time. Earlier links, the passkey and all sessions of the person end at
        once, so this is also what to do when a device was lost. The caller must have everything that the person has, and
        neither an end nor networks nor a role that depends on a rank: otherwise the answer is 403 `authority_exceeded`.

        A request that is repeated with its `Idempotency-Key` changes nothing again and returns `invitation: null`.
        """
        return self._call(
            "POST", "/v2/people/{personId}/invite", "by key",
            {"personId": person_id}, {}, {"Idempotency-Key": idempotency_key}, None,
        )

    def list_staff_roles(
        self,
    ) -> Answer[list[OwnRole], None]:
        """List the community's own staff roles.

        Returns the staff roles that the community has defined besides the five built-in ones, by name.
        """
        return self._call(
            "GET", "/v2/staff-roles", "always",
            {}, {}, {}, None,
        )

    def set_staff_role(
        self,
        role_name: str,
        body: OwnRoleInput,
    ) -> Answer[OwnRole, None]:
        """Create or change a staff role.

        Creates a staff role of the community, or replaces its scopes and numbers. People with the role have the new scopes from the next
        request on, in every session. The numbers are those of new people of the role; people who have the role keep theirs.

        The caller must have every scope that the role had and has. Where the role gains a scope, the caller must have everything that each
        person with the role then has. A higher number needs a caller that may take as often. A caller that has an end, networks or a role that
        depends on a rank only takes scopes away and lowers the number. Otherwise the answer is 403 `authority_exceeded`. A built-in role is not changed (400).
        """
        return self._call(
            "PUT", "/v2/staff-roles/{roleName}", "never",
            {"roleName": role_name}, {}, {}, body,
        )

    def delete_staff_role(
        self,
        role_name: str,
    ) -> Answer[None, None]:
        """Delete a staff role.

        Deletes a staff role of the community. While people have it, the answer is 409 `staff_role_in_use`. The caller must have every scope
        of the role.
        """
        return self._call(
            "DELETE", "/v2/staff-roles/{roleName}", "never",
            {"roleName": role_name}, {}, {}, None,
        )

    def list_sessions(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Answer[list[Session], PageMeta]:
        """List sessions.

        Returns one page of the sessions of the community's people, newest first, including those that ended within 30 days. Pass
        `meta.nextCursor` as `cursor` to get the next page; it is null on the last one.
        """
        return self._call(
            "GET", "/v2/sessions", "always",
            {}, {"cursor": cursor, "limit": limit}, {}, None,
        )

    def revoke_session(
        self,
        session_id: str,
    ) -> Answer[Session, None]:
        """Revoke a session.

        Ends a session; the next request with its cookie is refused. The caller must have every scope of the person's role: otherwise
        the answer is 403 `authority_exceeded`. A session that has ended stays as it is.
        """
        return self._call(
            "POST", "/v2/sessions/{sessionId}/revoke", "always",
            {"sessionId": session_id}, {}, {}, None,
        )

    def create_applicant_code(
        self,
        body: ApplicantCodeCreate,
        *,
        x_on_behalf_of: str | None = None,
    ) -> Answer[ApplicantCode, None]:
        """Issue a code that signs a player in to apply.

        Issues a one-time code for the account of a player whom the trusted server has authenticated. The player enters it on the page
        `/console/apply` of this server, or opens `link`, and then applies in the browser. A code has twelve letters, is valid once, in this community and for ten
        minutes, and is stored as a keyed hash. A new code of an account replaces its former one. A community has at most 5,000
        valid codes at a time: 409 `applicant_code_limit_reached`.
        """
        return self._call(
            "POST", "/v2/applicant-codes", "always",
            {}, {}, {"X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def get_settings(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[CommunitySettings, None]:
        """Read the settings of the community.

        Returns the name of the community, the most experience and quota points that one change may award, whether every
        role is a rank (`singleRank`), and how many changes by hand in a minute raise the alarm of the group (`alarmChangesPerMinute`). AutoRank and the
        suspended rank have settings of their own (`getAutoRankSettings`, `getSuspensionSettings`).
        """
        return self._call(
            "GET", "/v2/settings", "always",
            {}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_settings(
        self,
        body: CommunitySettingsUpdate,
        *,
        if_match: str | None = None,
        x_on_behalf_of: str | None = None,
    ) -> Answer[CommunitySettings, ConfigurationMeta]:
        """Change the settings of the community.

        Changes the given settings; every process applies them within a second. A limit other than 0 also needs the scope and the
        feature of what it limits: `members.experience.write` or `members.quota.write`. `singleRank: true` and
        `alarmChangesPerMinute` also need `members.ranks.write` and the feature `rank-management`. The API switch, storage limits and plans
        are the operator's.
        """
        return self._call(
            "PATCH", "/v2/settings", "never",
            {}, {}, {"If-Match": if_match, "X-On-Behalf-Of": x_on_behalf_of}, body,
        )

    def list_plans(
        self,
    ) -> Answer[list[CommunityPlan], None]:
        """List the plans of the community.

        Returns what the community holds: its subscription and its trial, each with its plan. What their live plans include adds
        up. Plans belong to the server: the operator defines them and assigns them to communities.
        """
        return self._call(
            "GET", "/v2/plans", "always",
            {}, {}, {}, None,
        )

    def get_platform_connection(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[PlatformConnection, None]:
        """Read the platform connection.

        Returns the group of the community on the game platform, whether the connection works, since when the writes
        to the group are paused, and the last alarm of the group. The credential is not returned.
        """
        return self._call(
            "GET", "/v2/platform-connection", "always",
            {}, {}, {"If-None-Match": if_none_match}, None,
        )

    def update_platform_connection(
        self,
        body: PlatformConnectionUpdate,
        *,
        if_match: str | None = None,
    ) -> Answer[PlatformConnection, ConfigurationMeta]:
        """Pause or resume the writes to the group.

        `paused: true` pauses the writes to the group: queued rank changes, role changes and decisions on join requests wait, new ones are accepted, and
        their deadlines stand still. A change of which something was sent is completed. A request that waits for its change, such as
        `setMemberRank`, gets 503 `roblox_scheduler_unavailable` without `Retry-After`, and reads answer as usual.

        The server never pauses the writes itself. Pause them during a raid, look at what was changed, take it back with `createReversal`,
        whose operations wait too, and resume with `paused: false`.
        """
        return self._call(
            "PATCH", "/v2/platform-connection", "never",
            {}, {}, {"If-Match": if_match}, body,
        )
