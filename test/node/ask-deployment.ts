/** As headers of the reply they would say how a body is packed that has been unpacked. */
const OF_THE_TRANSFER = ['content-encoding', 'content-length', 'transfer-encoding'];

/** Passes a request of the contract tests on to the deployment they check. */
export async function askDeployment(request: Request): Promise<Response> {
  const { method, url } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const headers = [...request.headers].filter(
    ([name]) => !['host', 'content-length'].includes(name),
  );
  const reply = await fetch(url, { method, headers, body, redirect: 'manual' });
  return new Response(reply.body, {
    status: reply.status,
    headers: [...reply.headers].filter(([name]) => !OF_THE_TRANSFER.includes(name)),
  });
}
