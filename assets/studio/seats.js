import { ask, notice } from "./studio.js";

// As many seats are asked about as there are players.
const players = document.getElementById("players");
const show = () => {
  for (const seat of document.querySelectorAll("[data-seat]")) {
    seat.hidden = +seat.dataset.seat > +players.value;
    seat.querySelector("select").disabled = seat.hidden;
  }
};
players?.addEventListener("change", show);
if (players) show();

// A record is sent as it is, and the studio answers where it is open.
document.querySelector("[data-record]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = event.target.elements.record.files;
  const { record, most } = event.target.dataset;
  if (file.size > +most) return notice(`${file.name} has ${Math.round(file.size / 1e6)} MB, and a record at most ${most / 1e6} MB.`, true);
  const address = `${record}?name=${encodeURIComponent(file.name)}`;
  const told = await ask(address, file);
  if (told?.address) location.href = told.address;
});
