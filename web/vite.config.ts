import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react({ compiler: true })],
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': apiUrl, '/r': apiUrl, '/u': apiUrl, '/dev': apiUrl } },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      // Schemas and routes are plain declarations: what a page does not use leaves its bundle.
      treeshake: { manualPureFunctions: ['z', 'route', 'id', 'paged'] },
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});
