# The api, the worker and the migration in one image; the command says which. Another has pg_dump beside them, for backups.
# docs/operations.md tells how to run them.
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

FROM node:${NODE_VERSION}-slim AS escuta
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

# The same with the pg_dump of the database in compose.yaml, from PostgreSQL's own packages: Debian has one version alone. It
# reads servers of its version and older. Without the wrapper of Debian, which asks for clusters.
FROM node:${NODE_VERSION}-slim AS backup
ARG POSTGRES_VERSION=17
ADD --chmod=644 https://www.postgresql.org/media/keys/ACCC4CF8.asc /usr/share/keyrings/postgresql.asc
RUN . /etc/os-release \
  && echo "deb [signed-by=/usr/share/keyrings/postgresql.asc] http://apt.postgresql.org/pub/repos/apt $VERSION_CODENAME-pgdg main" \
    > /etc/apt/sources.list.d/postgresql.list \
  && apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-${POSTGRES_VERSION} \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data PATH=/usr/lib/postgresql/${POSTGRES_VERSION}/bin:$PATH
WORKDIR /escuta
COPY --from=escuta /escuta .
# A new volume takes the owner and the mode of the folder that it covers.
RUN mkdir -m 700 /data /backups && chown node:node /data /backups
USER node
VOLUME /backups
CMD ["node", "server/src/main/backup.ts", "--to", "/backups", "--every", "24"]

# What is built where no target is named.
FROM escuta
