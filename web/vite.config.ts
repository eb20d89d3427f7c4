import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { loginPage, noncePlace } from './build/login-page.ts';

const apiUrl = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    pureContract(),
    loginPage(),
    compression({ algorithms: ['gzip', 'brotliCompress'], exclude: /\.html$/ }),
  ],
  html: { cspNonce: noncePlace },
  server: { proxy: { '/api': apiUrl, '/r': apiUrl, '/u': apiUrl, '/dev': apiUrl } },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      // Schemas are plain declarations: what a page does not use leaves its bundle.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            // What every page begins with compresses better in one file than in thirty. The entry stays apart: by it the
            // page and the manifest know the rest.
            { name: 'first', tags: ['$initial'], test: /(?<!main\.tsx|\.html)$/ },
            // The login page with all that it needs, most of which is in every form.
            {
              name: 'login',
              test: /[\\/](access[\\/](LoginPage|SupportLine|FederatedSignIn)|ui[\\/]LanguageChoice)\.tsx$/,
            },
            // Without the schemas and the routes no other page can be; the shell is around most of them.
            { name: 'schemas', test: /[\\/](node_modules[\\/]zod|contract[\\/]src)[\\/]/, minShareCount: 27 },
            { name: 'pages', test: /[\\/](app[\\/]pages|access[\\/]api)\.ts$/ },
            { name: 'shell', test: /[\\/]app[\\/]Shell\.tsx$/ },
            {
              name: 'core',
              test: /[\\/](node_modules[\\/](?!zod[\\/])|web[\\/]src[\\/](ui|lib)[\\/])/,
              minShareCount: 18,
            },
          ],
        },
      },
    },
  },
});

/** Says of the contract's declarations what the bundler cannot know: calling them changes nothing. */
function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler: (code) => ({
        code: code.replace(/(?<=[=:] )(route|id|paged|scoreQuestion|shapeOf)\(/g, '/* @__PURE__ */ $1('),
        map: null,
      }),
    },
  };
}
