/** Registers a test only where it can run, such as a test that needs root or Linux. */
export function onlyWhere(applies: boolean): jest.It {
  const unregistered = Object.assign(() => undefined, { each: () => () => undefined })
  return applies ? test : (unregistered as unknown as jest.It)
}
