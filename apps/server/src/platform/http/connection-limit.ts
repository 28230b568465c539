import type { Server } from 'node:http';
import { addressGroup } from './visitor-address.ts';

export function limitConnections(server: Server, perAddress: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressGroup(socket.remoteAddress ?? '');
    const count = counts.get(address) ?? 0;
    if (count >= perAddress) return void socket.destroy();
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}
