FROM node:22-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/dist ./dist
RUN mkdir /data /store && chown node:node /store
ENV NODE_ENV=production LIQUET_STORE=/store LIQUET_DB=/store/experiments.db
USER node
VOLUME /store
EXPOSE 8000
# Nobody is listened to before LIQUET_OAUTH_ISSUER, LIQUET_OAUTH_JWKS and LIQUET_OAUTH_RESOURCE are set.
ENTRYPOINT ["node", "/app/dist/liquet.js"]
CMD ["mcp", "--http", "--host", "0.0.0.0", "--port", "8000", "--root", "/data"]
