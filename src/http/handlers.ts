// All rooms meet here: an operation of the contract without a handler does not compile.
import { awards } from '../awards/handlers'
import type { AllHandlers } from '../contract/types'
import { members } from '../members/handlers'
import { ranks } from '../ranks/handlers'

export const handlers: AllHandlers = { ...members, ...ranks, ...awards }
