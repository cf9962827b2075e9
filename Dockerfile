# One image for each service and one for operators: docker build --build-arg SERVICE=users -t sprayhunt/users .
# SERVICE is a folder of services/, or `operations`. More in docs/operations/images.md.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
# One step, so that the packages of the build are in no layer. Their versions are those of the lock file. A registry of your
# own is a secret: --secret id=npmrc,src=FILE
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
    && node tools/build.mjs \
    && node tools/images.mjs /images \
    && rm -rf node_modules */*/node_modules */*/dist */*/dist.*

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="sprayhunt/${SERVICE}" \
      org.opencontainers.image.description="Sprayhunt, street art geocaching: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="UNLICENSED"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 WEB_DIST=/app/apps/web/dist
COPY --from=build /images/${SERVICE} /app
# Without SERVICE the line above copies all of them. The folder is for volumes: of uploads under way, of the payments sandbox.
RUN test -x /app/start && mkdir /var/lib/sprayhunt && chown 10001:10001 /var/lib/sprayhunt
WORKDIR /app
USER 10001:10001
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 CMD ["/app/healthy"]
ENTRYPOINT ["/app/start"]
