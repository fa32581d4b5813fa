// Whether the page is being left: requests must outlive it then, and a tab that is closed has no storage of its own any more.
let isLeft = false
window.addEventListener('pagehide', () => (isLeft = true))
window.addEventListener('pageshow', () => (isLeft = false))

export const isLeaving = (): boolean => isLeft
