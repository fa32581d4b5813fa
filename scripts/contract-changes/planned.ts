// Breaking changes since the contract was recorded: the next release is a new major version. Empty after each release.

const eventAwards = { experience: 'experience', quotaPoints: 'quotaPoints', medals: 'medals', rank: 'rank' }

/** Changes as `npm run check -- --only compatibility` prints them, by reason. */
export const planned: readonly { readonly reason: string; readonly changes: readonly string[] }[] = [
  {
    reason: 'One number for the length of a key: the schema allowed 512 characters, the server 255 without quotes.',
    changes: ['RetryKey', 'IdempotencyKey'].flatMap((name) => [
      `${name} has the pattern "^[!-~]{1,255}$" instead of "^[!-~]{1,512}$".`,
      `${name} has the maxLength 255 instead of 512.`,
    ]),
  },
  {
    reason:
      'Never released: openapi-generator refuses a discriminator whose property is a reference, so both are written in place.',
    changes: ['TextQuestionType', 'ChoiceQuestionType'].map(
      (name) => `${name} was removed or renamed: generated types have its name.`,
    ),
  },
  {
    reason: 'People sign in, and are the authors of changes.',
    changes: ['StaffActorKind', 'ActorKind'].map((name) => `${name} gained the value "person" in answers.`),
  },
  {
    reason: 'Players sign in to apply, and are the authors of what they submit.',
    changes: ['ActorKind gained the value "applicant" in answers.'],
  },
  {
    reason: 'A change by hand has no author that the server knows: it named who saw it first.',
    changes: ['ActorKind gained the value "platform" in answers.'],
  },
  {
    reason: 'An award whose rank follows later is answered 200: the error said that nothing would follow.',
    changes: ['AutoRankResult gained the value "queued" in answers.'],
  },
  {
    reason: 'A repeated request got the current secret, also after a later rotation.',
    changes: ['WebhookWithSecret.secret may be null in answers.'],
  },
  {
    reason: 'The scope of its kind lets a key read and cancel an operation: the scope of all kinds was that of ranks.',
    changes: [
      '/v2/platform-operations/{operationId}.get has the x-required-scope "any" instead of "members.ranks.write".',
      '/v2/platform-operations/{operationId}/cancel.post has the x-required-scope "any" instead of "members.ranks.write".',
      '/v2/platform-operations/{operationId}/cancel.post has the x-gives-stored ["rank","suspension","role","join"] instead of ["suspension"].',
    ],
  },
  {
    reason:
      'Never released: strings of digits were accepted for ids of ranks, which the specification and 3.0.0 call numbers.',
    changes: Object.entries({
      RankUniqueId: ['int64', Number.MAX_SAFE_INTEGER, 1],
      RankId: ['int32', 255, 0],
    }).flatMap(([name, [format, maximum, minimum]]) => [
      `${name}Input was removed or renamed: generated types have its name.`,
      `${name} has the x-integer-id none instead of true.`,
      `${name} has other alternatives in its request.`,
      `${name} has the type integer instead of string.`,
      `${name} has the format "${format}" instead of none.`,
      `${name} has the maximum ${maximum} instead of none.`,
      `${name} has the minimum ${minimum} instead of none.`,
    ]),
  },
  {
    reason: 'A name, title or label has a visible character: texts of spaces or of nothing cannot be told apart.',
    changes: [
      ...[
        'AwardNameInput',
        'KeyName',
        'CommunityName',
        'FormName',
        'OptionInput.label',
        'TextQuestionInput.title',
        'ChoiceQuestionInput.title',
        'EventName',
      ].map((name) => `${name} has the x-name true instead of none.`),
      'QuestionInput has other alternatives in its request.',
    ],
  },
  {
    reason:
      'A change that widens who gets what is stored is authorised as the gift is: a key that could only write forms gave itself the rank of one.',
    changes: [
      ...Object.entries({
        TextQuestionInput: [{ id: 'widens', type: 'widens', title: null, description: null, required: 'widens' }],
        ChoiceQuestionInput: [
          {
            id: 'widens',
            type: 'widens',
            title: null,
            description: null,
            required: 'widens',
            options: 'widens',
            answerKey: 'widens',
          },
        ],
        DefinitionInput: [
          {
            name: null,
            description: null,
            state: { widens: ['open'] },
            grading: 'widens',
            eligibility: 'widens',
            joinRequests: 'join',
          },
        ],
        ApplicationUpdate: [{ version: null, password: 'widens', removePassword: 'widens' }],
        AwardUpdate: [
          { name: 'widens', description: null, archived: { widens: [false] }, roleUniqueId: 'role', removeRole: null },
        ],
        SuspensionUpdate: [{ endsAt: 'widens', durationSeconds: 'widens', reason: null, removeReason: null }],
        EventAwardRuleInput: [{ role: 'widens', ...eventAwards }, eventAwards],
      }).map(([name, [now, before]]) => {
        const was = before === undefined ? 'none' : JSON.stringify(before)
        return `${name} has the x-gives ${JSON.stringify(now)} instead of ${was}.`
      }),
    ],
  },
]
