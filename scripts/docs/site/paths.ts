// Addresses of the pages.

export const operationPath = (tag: string, operationId: string): string => `/docs#/${tag}/${operationId}`
