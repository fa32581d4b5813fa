// Operations tagged `keys`.
import type { HandlersFor } from '../contract/types'
import { toCurrentKey } from './views'

export const keys: HandlersFor<'keys'> = {
  getKey(ctx) {
    return Promise.resolve({ status: 200, body: { data: toCurrentKey(ctx) } })
  },
}
