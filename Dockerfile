# The api, the worker and the migration in one image; the command says which. docs/operations.md tells how to run it.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS packages
WORKDIR /escuta
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY respond/package.json respond/

# What the two pages are built with.
FROM packages AS built
COPY web/package.json web/
RUN npm ci --loglevel=error
COPY tsconfig.base.json ./
COPY contract contract
COPY respond respond
COPY web web
RUN npm run build -w respond && npm run build -w web

# What the server runs with: neither the tools nor the packages of the browser, which are in the built page.
FROM packages AS server
COPY server/package.json server/
RUN npm ci --omit=dev --loglevel=error -w contract -w respond -w server

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPERATIONS_HOST=0.0.0.0 OPERATIONS_PORT=9464 DATA_DIR=/data
WORKDIR /escuta
COPY --from=server /escuta/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY respond/package.json respond/
COPY --from=built /escuta/respond/dist respond/dist
COPY --from=built /escuta/web/dist web/dist
COPY db/migrations db/migrations
COPY db/functions db/functions
COPY server server
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The process lives. Whether it is ready, database and all, is /readyz: a restart does not bring a database back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "server/src/main/ask-health.ts", "/healthz"]
CMD ["node", "server/src/main/api.ts"]
