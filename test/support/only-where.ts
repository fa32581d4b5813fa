/** `it` where `applies`, otherwise nothing: for tests that need root, Linux or the like. */
export function onlyWhere(applies: boolean): jest.It {
  const unregistered = Object.assign(() => undefined, { each: () => () => undefined })
  return applies ? test : (unregistered as unknown as jest.It)
}

/** `describe` where `applies`: jest refuses hooks of a group without tests. */
export const describeWhere = (applies: boolean): jest.Describe =>
  applies ? describe : ((() => undefined) as unknown as jest.Describe)
