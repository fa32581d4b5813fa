export function renderRows(head: readonly string[], rows: readonly (readonly string[])[], rest?: string): string
export function thousands(value: number): string
export function assertMarked(name: string): void
export function writeMarked(name: string, text: string): void
