import { Hono } from 'hono';
import type { FileStore } from '../core/jobs/files.ts';
import { serveFile } from '../files/serve-file.ts';
import { followLink, type LinkPorts } from '../files/signed-link.ts';
import type { AppEnv } from './context.ts';

export interface FileServices extends LinkPorts {
  store: FileStore;
}

/** `GET` and `HEAD /files/{token}`: a file by its signed link, without a key. */
export function fileRoutes(services: FileServices): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/files/:token', async (c) => {
    const { status, headers, body } = await serveFile(
      {
        key: await followLink(c.req.param('token'), services),
        method: c.req.method === 'HEAD' ? 'HEAD' : 'GET',
        range: c.req.header('Range'),
        ifRange: c.req.header('If-Range'),
        ifNoneMatch: c.req.header('If-None-Match'),
      },
      services.store,
    );
    return c.newResponse(body, status, headers);
  });
  return routes;
}
