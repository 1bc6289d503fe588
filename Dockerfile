# Bagarre's server: `docker build -t bagarre .`, then `docker run -p 8187:8187 -v tables:/data bagarre`. With PostgreSQL: compose.yaml.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src ./src
RUN python -m venv /bagarre && /bagarre/bin/pip install --no-cache-dir '.[fast,web,postgres,print]'

FROM python:3.13-slim
COPY --from=build /bagarre /bagarre
# Tables and compiled rules live in /data, which belongs to the one user there is.
RUN useradd --create-home --home-dir /data --uid 1000 bagarre
ENV PATH=/bagarre/bin:$PATH BAGARRE_CACHE=/data/cache XDG_DATA_HOME=/data
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8187
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8187/healthz', timeout=4)"]
ENTRYPOINT ["bagarre"]
CMD ["serve", "--host", "0.0.0.0"]
