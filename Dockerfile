# The shop as an image: docs/operating.md, "In containers". compose.yaml starts it with PostgreSQL and nginx.
ARG NODE=24

# With the compiler that better-sqlite3 needs where no ready-made one can be fetched.
FROM node:${NODE}-bookworm AS dependencies
WORKDIR /srv/shop
COPY package.json package-lock.json ./
RUN npm ci

FROM dependencies AS build
COPY remix.config.js tailwind.config.ts tsconfig.json vite.config.ts ./
COPY tools tools
COPY public public
COPY app app
RUN npm run build

FROM dependencies AS production
RUN npm prune --omit=dev

FROM node:${NODE}-bookworm-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/var/lib/shop
WORKDIR /srv/shop
COPY --from=production /srv/shop/node_modules node_modules
COPY --from=build /srv/shop/build build
COPY public public
COPY package.json ./
COPY tools/build.mjs tools/start.mjs tools/shop.mjs tools/backup.mjs tools/
RUN install -d -o node -g node -m 700 /var/lib/shop
USER node
VOLUME /var/lib/shop
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# One process, which gets the signals itself. There are no sources here, so that nothing is built anew.
CMD ["node", "--max-semi-space-size=8", "tools/start.mjs"]
