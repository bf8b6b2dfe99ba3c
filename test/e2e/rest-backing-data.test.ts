import { describe, expect, test } from 'vitest';
import { fullState as full } from './harness/content.js';
import { text } from './harness/documents.js';
import { onSharedServer } from './harness/site.js';

const site = onSharedServer();
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
