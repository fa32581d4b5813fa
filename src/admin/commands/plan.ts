// `plan`: list, set.
import { given } from '../../base/given'
import { listFeatures, setPlan, type Base } from '../../communities/actions'
import { listPlans } from '../../communities/queries'
import { list, onOff, planName } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required } from '../options'
import type { Noun } from '../verbs'

interface SetFlags {
  readonly name: string
  readonly api?: boolean
  readonly automaticGrading?: boolean
  readonly features?: readonly string[]
}

export function addVerbs(noun: Noun): void {
  noun.verb({ verb: 'list', csv: true, summary: 'list the plans and their features', run: listAll }).verb<SetFlags>({
    verb: 'set',
    createsDatabase: true,
    summary:
      'create or change a plan; effective at once for every community on the plan. Audit logs, which belong to ' +
      'communities, do not show it.',
    flags: [
      required('--name <plan>', 'the plan', planName),
      optional('--api <on|off>', 'whether its API keys work (a new plan: off)', onOff),
      optional('--automatic-grading <on|off>', 'whether forms may grade themselves (a new plan: off)', onOff),
      optional('--features <a,b|all|none>', 'its features (a new plan: none)', list),
    ],
    examples: ['--name guild --api on --features members,experience,ranks', '--name free --api off --yes'],
    confirm: explainLoss,
    run: set,
  })
}

async function explainLoss(base: Base, { name, api, features }: SetFlags): Promise<string | null> {
  const plan = (await listPlans(base.db)).find((one) => one.name === name)
  const kept = features && (await chosenFeatures(base, features))
  const lost = plan && kept ? plan.features.filter((feature) => !kept.includes(feature)) : []
  if (api === false && plan?.api_access) lost.unshift('the API')
  return lost.length > 0 ? `every community on the plan ${name} loses ${lost.join(', ')}` : null
}

async function set(base: Base, { name, api, automaticGrading, features }: SetFlags): Promise<Answer> {
  if (name === 'none') throw new UsageError('the name none is reserved for ending a subscription; choose another name')
  const chosen = features && (await chosenFeatures(base, features))
  await setPlan(base, name, given({ apiAccess: api, automaticGrading, features: chosen }))
  const plan = (await listPlans(base.db)).find((one) => one.name === name)
  if (!plan) throw new Error('the plan was deleted')
  return {
    json: toJson(plan),
    human: {
      fields: {
        plan: plan.name,
        API: plan.api_access,
        'automatic grading': plan.automatic_grading,
        features: plan.features.join(',') || null,
      },
    },
  }
}

async function chosenFeatures(base: Base, features: readonly string[]): Promise<readonly string[]> {
  if (features.includes('all')) return listFeatures(base)
  return features.length === 1 && features[0] === 'none' ? [] : features
}

async function listAll(base: Base): Promise<Answer> {
  const plans = await listPlans(base.db)
  return {
    json: { plans: plans.map(toJson) },
    human: {
      table: {
        columns: ['PLAN', 'API', 'AUTOMATIC GRADING', 'FEATURES'],
        rows: plans.map((plan) => [
          plan.name,
          plan.api_access,
          plan.automatic_grading,
          plan.features.join(',') || null,
        ]),
      },
    },
  }
}

function toJson({ name, api_access, automatic_grading, features }: Awaited<ReturnType<typeof listPlans>>[number]) {
  return { name, apiAccess: api_access, automaticGrading: automatic_grading, features }
}
