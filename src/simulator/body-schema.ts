// JSON schemas of the control API, compiled at first use.
import Ajv, { type ValidateFunction } from 'ajv'

const ajv = new Ajv({ meta: false, validateSchema: false, discriminator: true, formats: { regex: isRegex } })

export class BodySchema<T> {
  private validate: ValidateFunction<T> | undefined

  constructor(private readonly schema: object) {}

  matches(body: unknown): body is T {
    this.validate ??= ajv.compile<T>(this.schema)
    return this.validate(body)
  }

  issues(): string {
    return ajv.errorsText(this.validate?.errors)
  }
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}
