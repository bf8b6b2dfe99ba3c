import { describe, expect, test } from 'vitest';
import { fullState as full, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { withServer } from './harness/site.js';

const site = withServer();
const locked = async () => (await site.get.world.workspace('default')).lock();

describe('backing data', () => {
  const act = async (id: string, action: string, body?: unknown) =>
    site.get.root.post(`/state-versions/${id}/actions/${action}_backing_data`, body);
  const status = (reply: Awaited<ReturnType<typeof act>>) => reply.expect(200).one.attributes['status'];

  /** A workspace with an earlier version and a current one. */
  async function two() {
    const workspace = await locked();
    const earlier = await workspace.processed((await workspace.push(full(1, 'two'))).id);
    const current = await workspace.processed((await workspace.push(full(2, 'two'))).id);
    return { workspace, earlier, current };
  }

  test('soft deletion, restoration, permanent deletion', async () => {
    const { workspace, earlier, current } = await two();
    const url = text(earlier, 'hosted-state-download-url');
    expect((await act(current.id, 'soft_delete')).refusal).toMatchObject({ status: 400 });
    expect((await act(earlier.id, 'restore')).refusal).toMatchObject({ status: 400 });
    expect((await act(earlier.id, 'permanently_delete')).refusal).toMatchObject({ status: 400 });

    const deleted = await act(earlier.id, 'soft_delete', { data: { attributes: { 'delete-older-than-n-days': 3 } } });
    expect(deleted.expect(200).one.attributes).toMatchObject({
      status: 'backing_data_soft_deleted',
      'delete-older-than-n-days': 3,
      'hosted-state-download-url': null,
    });
    expect((await site.get.root.get(url)).status).toBe(404);
    expect((await site.get.root.get(`/state-versions/${earlier.id}/outputs`)).status).toBe(404);
    expect((await workspace.version(earlier.id)).attributes['status']).toBe('backing_data_soft_deleted');

    expect(status(await act(earlier.id, 'restore'))).toBe('finalized');
    (await site.get.root.get(url)).expect(200);

    expect(status(await act(earlier.id, 'soft_delete'))).toBe('backing_data_soft_deleted');
    expect(status(await act(earlier.id, 'permanently_delete'))).toBe('backing_data_permanently_deleted');
    expect((await act(earlier.id, 'restore')).refusal).toMatchObject({
      status: 400,
      detail: expect.stringContaining('transition not allowed') as string,
    });
    expect((await site.get.root.get(url)).status).toBe(404);
    (await site.get.root.get(text(current, 'hosted-state-download-url'))).expect(200);
  });

  test('only for owners', async () => {
    const { workspace, earlier } = await two();
    const { api } = await site.get.world.member('default', 'ADMIN', workspace.id);
    const reply = await api.post(`/state-versions/${earlier.id}/actions/soft_delete_backing_data`);
    expect(reply.status).toBe(404);
    expect((await workspace.version(earlier.id)).attributes['status']).toBe('finalized');
  });

  test.each([0, -1, 1.5, 'seven', null, 1e9])('days that are none: %s', async (days) => {
    const { workspace, earlier } = await two();
    const reply = await act(earlier.id, 'soft_delete', {
      data: { attributes: { 'delete-older-than-n-days': days } },
    });
    if (days === null) {
      expect(status(reply)).toBe('backing_data_soft_deleted');
      return;
    }
    expect(reply.refusal).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/delete-?older-?than/i) as string,
    });
    expect((await workspace.version(earlier.id)).attributes['status']).toBe('finalized');
  });
});

test('the passage of days: URLs expire, and soft-deleted data go for good', async () => {
  const { server } = site.get;
  const workspace = await locked();
  const earlier = await workspace.processed((await workspace.push(full(1, 'days'))).id);
  const kept = await workspace.processed((await workspace.push(full(2, 'days'))).id);
  const current = await workspace.processed((await workspace.push(full(3, 'days'))).id);
  const waiting = await workspace.announce(stateText({ serial: 4, lineage: 'days' }));
  const soft = (id: string, body?: unknown) =>
    site.get.root
      .post(`/state-versions/${id}/actions/soft_delete_backing_data`, body)
      .then((reply) => reply.expect(200));
  await soft(earlier.id);
  await soft(kept.id, { data: { attributes: { 'delete-older-than-n-days': 30 } } });

  await server.restart(8);
  const upload = await site.get.root
    .as(null)
    .send('PUT', text(waiting, 'hosted-state-upload-url'), stateText({ serial: 4, lineage: 'days' }));
  expect(upload.refusal).toMatchObject({ status: 404, detail: 'This URL has expired' });
  expect((await workspace.version(waiting.id)).attributes['status']).toBe('pending');
  const download = await site.get.root.get(text(current, 'hosted-state-download-url'));
  expect(download.refusal).toMatchObject({ status: 404, detail: 'This URL has expired' });
  (await site.get.root.get(text(await workspace.version(current.id), 'hosted-state-download-url'))).expect(200);

  const purged = async () => (await workspace.version(earlier.id)).attributes['status'];
  for (let tries = 0; tries < 400 && (await purged()) !== 'backing_data_permanently_deleted'; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(await purged()).toBe('backing_data_permanently_deleted');
  expect((await workspace.version(kept.id)).attributes['status']).toBe('backing_data_soft_deleted');
  await server.restart();
});
