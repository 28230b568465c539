// Shows what the server pushes, and leads to it. It keeps no pages and answers no requests.
addEventListener('push', (event) => {
  const { title, tag, language, address, place } = event.data.json();
  event.waitUntil(registration.showNotification(title, { tag, lang: language, data: { address, place } }));
});

async function open({ address, place }) {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname.replace(/\/$/, '') === place);
  if (!there) return clients.openWindow(address);
  // What is being written in other tabs stays as it is.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a tab is no window: it takes none
  there.postMessage({ opened: address });
  return there.focus();
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
