// One entry of the browser's history for each page that was opened, so that "back" goes to the page before.
//
// When a page is opened, Streamlit 1.67 writes the values of its widgets into the address, one after the other, and
// pushes an entry for each: the reader would have to go back through all of them. An address of the same page
// replaces the entry that stands there instead.

const push = history.pushState;

function pushOrReplace(state, unused, address) {
  const samePage = address !== undefined && new URL(address, location.href).pathname === location.pathname;
  return samePage ? history.replaceState(state, unused, address) : push.call(history, state, unused, address);
}

if (push.name !== pushOrReplace.name) history.pushState = pushOrReplace; // each picture brings this file along
