# The whole product as one image: docker build -t headwater . (docs/operations/install.md).
ARG BASE=debian:trixie-slim

# The manifests of all workspaces: packages are installed again only where one of them has changed.
FROM ${BASE} AS manifests
COPY . /manifests
RUN find /manifests -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
  && find /manifests -type d -empty -delete

FROM ${BASE} AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates nodejs npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/headwater
COPY --from=manifests /manifests ./
RUN npm ci --include=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/build.mjs
# What runs takes along what the server needs, and nothing that made it.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
  && npm ci --omit=dev --workspace=apps/server --no-audit --no-fund --loglevel=error \
  && mkdir /srv/headwater \
  && cp -a --parents package.json package-lock.json LICENSE NOTICE packages/*/package.json packages/*/dist packages/reference/data \
    apps/server/package.json apps/server/dist apps/web/dist $(find . -maxdepth 3 -name node_modules -prune) /srv/headwater

FROM ${BASE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates nodejs \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --create-home --home-dir /var/lib/headwater headwater \
  && install -d -o headwater -g headwater -m 700 /var/lib/headwater/data
COPY --from=build /srv/headwater /opt/headwater
WORKDIR /opt/headwater
USER headwater
# Large buffers go back to the system when they are freed: scripts/prepare/allocator.mjs says why.
ENV MALLOC_MMAP_THRESHOLD_=131072
# Everybody may reach a container's port from its network: the demo, which everybody may sign in to, stays off.
ENV NODE_ENV=production HEADWATER_HOST=0.0.0.0 HEADWATER_DEMO=off HEADWATER_DATA_DIR=/var/lib/headwater/data
VOLUME /var/lib/headwater/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEADWATER_PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "apps/server/dist/main.js"]
CMD ["all"]
