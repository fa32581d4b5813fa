// Bundles acts-entry.mjs as one script.
import path from 'node:path'

export default {
  root: path.resolve(import.meta.dirname, '../../console'),
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: path.resolve(import.meta.dirname, '../../.cache/console-acts'),
    emptyOutDir: true,
    lib: {
      entry: path.resolve(import.meta.dirname, 'acts-entry.mjs'),
      formats: ['iife'],
      name: 'actLayerBundle',
      fileName: () => 'acts.js',
    },
  },
}
