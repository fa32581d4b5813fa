// Builds files without inline code and styles, because the policy of the server allows neither.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: { outDir: '../dist/console', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
