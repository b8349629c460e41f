import { notice } from "./studio.js";

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
  const answer = await fetch(event.target.dataset.record, { method: "POST", body: file, headers: { accept: "application/json" } });
  const told = await answer.json();
  if (answer.ok) location.href = told.address;
  else notice(told.error, true);
});
