import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/http/app.ts';
import { histograms } from '#platform/metrics/metric-definitions.ts';
import type { LabelsOf } from '#platform/metrics/metric-definitions.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

type Labels = LabelsOf<(typeof histograms)['escuta_http_request_seconds']>;

const methods: readonly string[] = histograms.escuta_http_request_seconds.labels.method;

/** Times every request under the pattern of its route. Registered before the routes. */
export function measureRequests(app: App, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels: Labels = {
      route: routeOf(request),
      method: (methods.includes(request.method) ? request.method : 'other') as Labels['method'],
      status: `${Math.floor(reply.statusCode / 100)}xx` as Labels['status'],
    };
    metrics.observe('escuta_http_request_seconds', labels, reply.elapsedTime / 1000);
  });
}

/** The pattern that stands in our code; one name for all built files, whose names change with each release. */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return 'none';
  return request.routeOptions.config.contractRoute || !/\.\w+$|\/static\//.test(url) ? url : 'files';
}
