// For each rule of scripts/contract-rules, changes that break it.

/** `at`: names from the root, separated by spaces. `value`: undefined removes the node. */
export type Change = readonly [at: string, value: unknown]

interface Breach {
  readonly rule: string
  readonly changes: readonly Change[]
  readonly fault: string
}

const ranks = 'paths /v2/ranks get'
const medals = 'paths /v2/medals post'
const members = 'paths /v2/members get'
const schemas = 'components schemas'
const responses = 'components responses'
const json = 'content application/json'

const breach = (rule: string, fault: string, ...changes: readonly Change[]): Breach => ({ rule, changes, fault })

const ofRegistries: readonly Breach[] = [
  breach('a reference names what exists', 'There is no #/nowhere.', [`${ranks} responses 404 $ref`, '#/nowhere']),
  breach(
    'a text names what exists',
    'The text names refreshRanks, which is neither an operation nor anything else of the contract.',
    [`${ranks} description`, 'Call `refreshRanks` first; `details.lowestRank` is a detail of an error.'],
  ),
  breach('a body declares the effects it gives', 'medals may give medals, and x-gives does not say.', [
    `${schemas} EventAwardRuleInput x-gives medals`,
    undefined,
  ]),
  breach('a body declares the effects it gives', 'x-gives names joy, which is no property.', [
    `${schemas} EventAwardRuleInput x-gives joy`,
    null,
  ]),
  ...(['DefinitionInput state', 'ChoiceQuestionInput answerKey', 'EventAwardRuleInput role'] as const).map((marked) => {
    const [schema = '', name = ''] = marked.split(' ')
    return breach(
      'what is stored and gives later is decided for each property',
      `${name} is stored with what gives later, and x-gives does not say whether it gives or decides who gets it.`,
      [`${schemas} ${schema} x-gives ${name}`, undefined],
    )
  }),
  breach(
    'a gift is given at once or stored',
    'It gives rank, and x-gives-stored does not say whether later or at once.',
    [`${schemas} RankTarget x-gives-stored`, undefined],
  ),
  breach('a gift is given at once or stored', 'A property gives rank, and x-gives-stored does not list it.', [
    `${schemas} EventCreate x-gives-stored`,
    ['experience', 'quotaPoints', 'medals'],
  ]),
]

const ofOperations: readonly Breach[] = [
  breach(
    'extensions come after the specification',
    'listMembers is an extension, but stands before operations of the specification.',
    [`${members} x-extension`, true],
  ),
  breach(
    'extensions come after the specification',
    'The tag webhooks has no operation of the specification, but stands before tags that have one.',
    ['tags 0 name', 'webhooks'],
  ),
  breach('an operation has its parts', 'listRanks has no usable summary.', [`${ranks} summary`, undefined]),
  breach('an operation has its parts', 'listRanks has no description in responses.200.', [
    `${ranks} responses 200 description`,
    undefined,
  ]),
  breach('a deprecated operation has notice', 'listRanks has only one of deprecated and x-deprecated.', [
    `${ranks} deprecated`,
    true,
  ]),
  breach(
    'a deprecated operation has notice',
    'listRanks does not say the days since and sunset.',
    [`${ranks} deprecated`, true],
    [`${ranks} x-deprecated`, { since: '2027-01-15', sunset: 'soon' }],
  ),
  breach(
    'a deprecated operation has notice',
    'listRanks ends 179 days after its notice.',
    [`${ranks} deprecated`, true],
    [`${ranks} x-deprecated`, { since: '2027-01-15', sunset: '2027-07-13' }],
  ),
  breach(
    'a deprecated operation has notice',
    'listRanks is replaced by none, which is no operation.',
    [`${ranks} deprecated`, true],
    [`${ranks} x-deprecated`, { since: '2027-01-15', sunset: '2027-07-14', replacedBy: 'none' }],
  ),
  breach(
    'an operation requires credentials and a scope',
    'listRanks requires other credentials than operations with its x-required-scope.',
    [`${ranks} security`, [{ bearerAuth: [] }]],
  ),
  breach('an operation requires credentials and a scope', 'listRanks has no x-required-scope that exists.', [
    `${ranks} x-required-scope`,
    'x.read',
  ]),
  breach(
    'an operation requires credentials and a scope',
    'listRanks requires other credentials than operations with its x-required-scope.',
    [`${ranks} security`, [{ platformSignature: [] }]],
  ),
  breach('an operation shows examples', 'createMedal has a body without an example.', [
    `${medals} requestBody ${json} examples`,
    undefined,
  ]),
  breach('an operation shows examples', 'listRanks has a body without an example.', [
    `${ranks} responses 200 ${json} examples`,
    {},
  ]),
  breach('an operation shows examples', 'listRanks has no body and no 204.', [
    `${ranks} responses 200 content`,
    undefined,
  ]),
  breach('a record has an ETag', 'getMedal reads one record without its ETag.', [
    'paths /v2/medals/{name} get responses 304',
    undefined,
  ]),
  breach('a change of a record takes If-Match', 'updateMedal changes a record that has an ETag, without If-Match.', [
    'paths /v2/medals/{name} patch parameters 1',
    undefined,
  ]),
  breach(
    'a change of a record takes If-Match',
    'deleteTemplate takes If-Match, and its path has no GET of one record.',
    ['paths /v2/applications/templates/{templateId} delete parameters 1', { $ref: '#/components/parameters/IfMatch' }],
  ),
  breach('a change by a key takes X-On-Behalf-Of', 'updateMedal is a change by a key, and takes no X-On-Behalf-Of.', [
    'paths /v2/medals/{name} patch parameters',
    [{ $ref: '#/components/parameters/AwardNamePath' }, { $ref: '#/components/parameters/IfMatch' }],
  ]),
  breach(
    'a change by a key takes X-On-Behalf-Of',
    'revokeKey takes X-On-Behalf-Of, and is no change for which a key names a member.',
    ['paths /v2/keys/{keyId}/revoke post parameters 1', { $ref: '#/components/parameters/OnBehalfOfHeader' }],
  ),
  breach(
    'a change of credentials needs a proof',
    'createKey changes credentials, and has not exactly one of x-needs-proof and x-no-proof.',
    ['paths /v2/keys post x-needs-proof', undefined],
  ),
  breach(
    'a change of credentials needs a proof',
    'createKey changes credentials, and has not exactly one of x-needs-proof and x-no-proof.',
    ['paths /v2/keys post x-no-proof', 'why not'],
  ),
  breach(
    'a change of credentials needs a proof',
    'updateWebhook changes credentials, and has not exactly one of x-needs-proof and x-no-proof.',
    ['paths /v2/webhooks/{webhookId} patch x-needs-proof', undefined],
  ),
  breach('only an operation for sessions needs a proof', 'getKey needs a proof, and takes no session.', [
    'paths /v2/key get x-needs-proof',
    true,
  ]),
  breach(
    'an operation that needs a proof has proof_required',
    'createKey has x-needs-proof, and its x-error-codes lack proof_required.',
    ['paths /v2/keys post x-error-codes', ['key_authority_exceeded', 'key_limit_reached']],
  ),
  breach('a POST can be repeated', 'createMedal takes no Idempotency-Key.', [`${medals} parameters`, []]),
  breach('a POST can be repeated', 'changeExperience takes no Idempotency-Key and names no safe way to repeat it.', [
    'paths /v2/members/{userId}/experience post x-safe-repeat',
    undefined,
  ]),
  breach('a POST can be repeated', 'awardBatch takes no Idempotency-Key.', [
    'paths /v2/award-batches post x-repeatable',
    undefined,
  ]),
  breach('a POST can be repeated', 'createMedal takes an Idempotency-Key and has x-repeatable.', [
    `${medals} x-repeatable`,
    'x',
  ]),
  breach(
    'a replica serves lists in pages',
    'listRanks has x-read-replica, but is no list with a cursor and a limit outside the audit log.',
    [`${ranks} x-read-replica`, true],
  ),
  breach('an operation states its body limit', 'The body limit of createMedal does not follow from its schema.', [
    `${medals} x-max-body-bytes`,
    1_024,
  ]),
]

const errors = `${schemas} ErrorCode x-errors`
const ofCodes = 'a status has a code, and a code its status'
const ofFacts = 'an error code has its facts'

const ofResponses: readonly Breach[] = [
  breach(ofCodes, 'listRanks has the code no_such_code, which ErrorCode lacks.', [
    `${ranks} x-error-codes`,
    ['no_such_code'],
  ]),
  breach(ofCodes, 'listRanks has the code platform_cloud_timeout, and does not declare its status 504.', [
    `${ranks} x-error-codes`,
    ['platform_cloud_timeout'],
  ]),
  breach(ofCodes, 'listMedals declares 409, and none of its codes has that status.', [
    'paths /v2/medals get responses 409',
    { $ref: '#/components/responses/Conflict' },
  ]),
  breach(ofCodes, 'listRanks does not declare 409.', [`${ranks} responses 409`, undefined]),
  breach(ofFacts, 'medal_exists has no sentence.', [`${errors} medal_exists sentence`, undefined]),
  breach(ofFacts, 'medal_exists has no status and no effect and no sentence and no cause and no remedy.', [
    `${errors} medal_exists`,
    undefined,
  ]),
  breach(ofFacts, 'x-errors has medal_gone, which enum lacks.', [`${errors} medal_gone`, { status: 404 }]),
  ...['Send another /body/name.', 'There is such a medal', 'Set the header If-Match.', 'See medal_exists.'].map(
    (sentence) =>
      breach(ofFacts, 'The sentence of medal_exists is not for a person who knows no API.', [
        `${errors} medal_exists sentence`,
        sentence,
      ]),
  ),
  breach('an error has the envelope', 'The error has another body than the envelope.', [
    `${responses} Conflict ${json} schema $ref`,
    '#/components/schemas/Member',
  ]),
  breach('responses of one kind are alike', 'listRanks 200 has ETag, which its kind lacks.', [
    `${ranks} responses 200 headers ETag`,
    { $ref: '#/components/headers/ETag' },
  ]),
  breach('responses of one kind are alike', 'createMedal 201 lacks Idempotent-Replayed, which its kind has.', [
    `${medals} responses 201 headers Idempotent-Replayed`,
    undefined,
  ]),
  breach('responses of one kind are alike', 'listRanks 200 has its own RateLimit instead of a reference.', [
    `${ranks} responses 200 headers RateLimit`,
    { description: 'x', schema: { type: 'string' } },
  ]),
  breach('responses of one kind are alike', 'createMedal declares one of 502 and 504.', [
    `${medals} responses 502`,
    { $ref: '#/components/responses/BadGateway' },
  ]),
  breach(
    'an example of an error has a code of its status',
    'The example of 429 has the code route_not_found, whose status is 404.',
    [`${responses} TooManyRequests ${json} examples error value error code`, 'route_not_found'],
  ),
]

const medalName = `${schemas} AwardName`
const listed = `${schemas} RankList properties data`

const ofSchemas: readonly Breach[] = [
  breach('a secret is marked, and may be null', 'secret is a secret without x-secret.', [
    `${schemas} WebhookWithSecret properties secret x-secret`,
    undefined,
  ]),
  breach('a secret is marked, and may be null', 'secret has x-secret and cannot be null.', [
    `${schemas} WebhookWithSecret properties secret nullable`,
    undefined,
  ]),
  breach('nullable is beside a type', 'The schema has nullable without a type.', [
    `${schemas} UserIdInput nullable`,
    true,
  ]),
  breach('an object of a request is closed', 'The object of a request accepts unknown properties.', [
    `${schemas} AwardCreate additionalProperties`,
    undefined,
  ]),
  breach('a time of a request has any offset', 'The time of a request accepts one offset alone.', [
    `${schemas} AwardCreate properties at`,
    { type: 'string', format: 'date-time', maxLength: 64 },
  ]),
  breach('a selection has the properties of its record', 'MemberFields and Member differ in syncedAt.', [
    `${schemas} MemberFields properties syncedAt`,
    undefined,
  ]),
  breach('a selection has the properties of its record', 'MemberField and Member differ in userId, nickname.', [
    `${schemas} MemberField enum 0`,
    'nickname',
  ]),
  breach('a request holds no NUL', 'The string of a request accepts NUL.', [`${medalName}Input pattern`, '^[A-Z]']),
  breach('a request holds no NUL', 'No sample matches the string.', [
    `${schemas} AwardCreate properties word`,
    { type: 'string', maxLength: 9, pattern: '^two words$' },
  ]),
  breach(
    'an id of an account or group is a string or a number',
    'hostUserId is not both a string of digits and a number.',
    [`${schemas} AwardCreate properties hostUserId`, { type: 'integer', format: 'int32', minimum: 1, maximum: 99 }],
  ),
  breach('an id of a rank is a number', 'lowestRankId is not a number alone.', [
    `${schemas} AwardCreate properties lowestRankId`,
    { type: 'string', maxLength: 3, pattern: '^[0-9]{1,3}$' },
  ]),
  breach(
    'a parameter has a type that the server reads',
    'The parameter limit has a type that the server does not read.',
    [`${members} parameters 1 schema`, { type: 'number', minimum: 1, maximum: 100 }],
  ),
  breach(
    'a parameter has a type that the server reads',
    'The parameter fields has a type that the server does not read.',
    [`${members} parameters 11 explode`, true],
  ),
  breach(
    'a union of objects has a discriminator',
    'The union of objects has no discriminator that maps each value to its alternative.',
    [`${schemas} Question discriminator mapping long`, '#/components/schemas/ChoiceQuestion'],
  ),
  breach(
    'a discriminator is an enum of its own',
    'The discriminator is no enum of its own: openapi-generator ends at a reference.',
    [`${schemas} TextQuestionInput properties type`, { $ref: '#/components/schemas/FormState' }],
  ),
  breach('an object or enum has a name', 'The enum has no name.', [
    `${schemas} Rank properties name`,
    { type: 'string', enum: ['one'] },
  ]),
  breach('an object or enum has a name', 'The object has no name.', [
    `${schemas} Rank properties name`,
    { type: 'object', properties: {} },
  ]),
  breach('a parameter, response or header has another name than a schema', 'XRequestId is also the name of a schema.', [
    `${schemas} XRequestID`,
    { type: 'string', maxLength: 1, pattern: '^a$' },
  ]),
  breach('the values of an enum become different constants', 'Values of FormState become the same constant, or none.', [
    `${schemas} FormState enum`,
    ['not-open', 'not_open'],
  ]),
  breach(
    'the values of an enum become different constants',
    'ErrorCode has other constants than values.',
    [`${schemas} ErrorCode x-enum-varnames 0`, 'NOT_FOUND'],
    [`${schemas} ErrorCode x-enum-varnames 1`, 'NOT_FOUND'],
  ),
  breach(
    'a nullable schema is like the one without null',
    'NullableRankSummary differs from RankSummary by more than nullable and its description.',
    [`${schemas} NullableRankSummary properties rankId`, undefined],
  ),
  breach('the id of an account is marked', 'userId is named like the id of an account, and has no x-account-id.', [
    `${schemas} LeaderboardEntry properties userId`,
    { type: 'string', maxLength: 16, pattern: '^[0-9]{1,16}$' },
  ]),
  breach('the id of an account is marked', 'memberIds is named like the id of an account, and has no x-account-id.', [
    `${schemas} Member properties memberIds`,
    { type: 'array', maxItems: 9, items: { type: 'string', maxLength: 9, pattern: '^x$' } },
  ]),
  breach(
    'it is decided whether people wrote a text',
    'The value can hold a sentence, and nothing says whether people wrote it.',
    [`${schemas} AwardName x-written-by-people`, undefined],
  ),
  breach(
    'it is decided whether people wrote a text',
    'The value can hold a sentence, and nothing says whether people wrote it.',
    [`${schemas} AuditValues x-written-by-people`, undefined],
  ),
  breach(
    'a name of a text is decided once',
    'reason is written by people elsewhere, and games filter it by its name.',
    [`${schemas} Suspension properties reason x-written-by-people`, false],
  ),
  breach('an example matches its schema', 'The value does not match its schema: must be integer.', [
    `${ranks} responses 200 ${json} examples ranks value data 0 uniqueId`,
    'one',
  ]),
  breach('an example matches its schema', 'The value does not match its schema: must NOT have additional properties.', [
    `${ranks} responses 200 ${json} examples ranks value total`,
    3,
  ]),
  breach(
    'an example matches its schema',
    'The default does not match its schema: must match pattern "^[0-9A-Za-z_-]{1,128}$".',
    ['components schemas MemberCursor default', 'not one'],
  ),
  breach('a time has no pattern', 'A pattern or minLength is beside format: date-time.', [
    `${schemas} Timestamp pattern`,
    'Z$',
  ]),
  breach('a pattern has no quotes', 'The pattern has a quote, which ends the text in generated code.', [
    `${medalName} pattern`,
    '^[^"\\x00]*$',
  ]),
  breach('an enum has two values or more', 'The enum has one value.', [`${schemas} FormState enum`, ['open']]),
  breach('an array is no set', 'The array has uniqueItems.', [`${listed} uniqueItems`, true]),
  breach('a request body has no defaults', 'The schema of a request body has a default.', [
    `${schemas} RankOperationRequest properties deadlineSeconds default`,
    300,
  ]),
]

export const breaches: readonly Breach[] = [...ofRegistries, ...ofOperations, ...ofResponses, ...ofSchemas]
