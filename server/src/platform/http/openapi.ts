import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from '#platform/http/app.ts';

/**
 * OpenAPI 3.1 at `/api/openapi.json`, and a page at `/api/docs` to browse it where people develop: that page brings styles and
 * scripts of others under a policy of its own. Registered before the routes.
 */
export async function serveOpenApi(app: App, { browsable }: { readonly browsable: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Escuta', version: '0.1.0', description: 'Customer feedback and experience management.' },
    },
    transform: jsonSchemaTransform,
  });
  if (browsable)
    await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { validatorUrl: null } });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
